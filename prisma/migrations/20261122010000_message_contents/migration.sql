-- What a message consists of, what it answers, and that it was deleted.
ALTER TABLE "messages"
  ADD COLUMN "kind" TEXT NOT NULL DEFAULT 'text',
  ADD COLUMN "quoted_message_id" TEXT,
  ADD COLUMN "details" JSONB,
  ADD COLUMN "deleted_at" TIMESTAMPTZ(3);
UPDATE "messages" SET "kind" = 'unsupported' WHERE "content" IS NULL;

ALTER TABLE "conversations" ADD COLUMN "last_message_kind" TEXT NOT NULL DEFAULT 'text';
UPDATE "conversations" SET "last_message_kind" = 'unsupported' WHERE "last_message" IS NULL AND "last_message_at" IS NOT NULL;

ALTER TABLE "early_receipts" ADD COLUMN "deleted_at" TIMESTAMPTZ(3);

CREATE TABLE "message_reactions" (
  "owner_id" INTEGER NOT NULL,
  "instance_id" INTEGER NOT NULL,
  "provider_message_id" TEXT NOT NULL,
  "from_me" BOOLEAN NOT NULL,
  "emoji" TEXT,
  "reacted_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "message_reactions_pkey" PRIMARY KEY ("instance_id", "provider_message_id", "from_me"),
  CONSTRAINT "message_reactions_owner_id_instance_id_fkey" FOREIGN KEY ("owner_id", "instance_id")
    REFERENCES "whatsapp_instances"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE
);
