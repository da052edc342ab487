-- Edits, deletions and reactions count only in the chat of their message and, the first two, on its author's side.

-- Those that come before their message.
CREATE TABLE "early_changes" (
    "instance_id" INTEGER NOT NULL,
    "provider_message_id" TEXT NOT NULL,
    "phone_key" TEXT NOT NULL,
    "from_me" BOOLEAN NOT NULL,
    "kind" TEXT NOT NULL,
    "content" TEXT,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "early_changes_pkey" PRIMARY KEY ("instance_id", "provider_message_id", "phone_key", "from_me", "kind"),
    CONSTRAINT "early_changes_kind_check" CHECK ("kind" IN ('edit', 'deletion'))
);
ALTER TABLE "early_changes" ADD CONSTRAINT "early_changes_instance_id_fkey"
    FOREIGN KEY ("instance_id") REFERENCES "whatsapp_instances"("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX "early_changes_created_at_idx" ON "early_changes"("created_at");
CREATE INDEX "early_changes_phone_key_idx" ON "early_changes"("phone_key");
CREATE INDEX "early_receipts_created_at_idx" ON "early_receipts"("created_at");

INSERT INTO "early_changes" ("instance_id", "provider_message_id", "phone_key", "from_me", "kind", "changed_at")
SELECT e."instance_id", e."provider_message_id", '', false, 'deletion', e."deleted_at"
FROM "early_receipts" e JOIN "whatsapp_instances" i ON i."id" = e."instance_id" WHERE e."deleted_at" IS NOT NULL;
ALTER TABLE "early_receipts" DROP COLUMN "deleted_at";

-- What a message said before it was edited: [{ text, written_at }], the first text first.
ALTER TABLE "messages" ADD COLUMN "earlier_texts" JSONB NOT NULL DEFAULT '[]';

ALTER TABLE "message_reactions" ADD COLUMN "phone_key" TEXT;
UPDATE "message_reactions" r SET "phone_key" = c."phone_key"
FROM "messages" m JOIN "conversations" c ON c."id" = m."conversation_id"
WHERE m."instance_id" = r."instance_id" AND m."provider_message_id" = r."provider_message_id";
-- Of messages that never came.
DELETE FROM "message_reactions" WHERE "phone_key" IS NULL;
ALTER TABLE "message_reactions" ALTER COLUMN "phone_key" SET NOT NULL;
ALTER TABLE "message_reactions" DROP CONSTRAINT "message_reactions_pkey";
ALTER TABLE "message_reactions" ADD CONSTRAINT "message_reactions_pkey"
    PRIMARY KEY ("instance_id", "provider_message_id", "phone_key", "from_me");
CREATE INDEX "message_reactions_phone_key_idx" ON "message_reactions"("phone_key");
