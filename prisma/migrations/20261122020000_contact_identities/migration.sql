-- The opaque ids (LID and others) under which WhatsApp addresses a person, once it has told the number.
CREATE TABLE "contact_identities" (
    "owner_id" INTEGER NOT NULL REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    "chat_id" TEXT NOT NULL,
    "phone_key" TEXT NOT NULL,
    "learned_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "contact_identities_pkey" PRIMARY KEY ("owner_id", "chat_id")
);

-- What WhatsApp said of a number just before the first message to it; no chat id when it has no account.
CREATE TABLE "checked_numbers" (
    "owner_id" INTEGER NOT NULL REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    "phone_key" TEXT NOT NULL,
    "chat_id" TEXT,
    "checked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "checked_numbers_pkey" PRIMARY KEY ("owner_id", "phone_key")
);
CREATE INDEX "checked_numbers_checked_at_idx" ON "checked_numbers"("checked_at");

ALTER TABLE "whatsapp_instances"
    ADD COLUMN "problem" TEXT,
    ADD COLUMN "unpaired_here" BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN "restricted_until" TIMESTAMPTZ(3),
    ADD COLUMN "history_due_at" TIMESTAMPTZ(3),
    ADD COLUMN "history_read" BOOLEAN NOT NULL DEFAULT false,
    ADD CONSTRAINT "whatsapp_instances_problem_check" CHECK ("problem" IN ('logged_out', 'replaced', 'banned', 'outdated'));
