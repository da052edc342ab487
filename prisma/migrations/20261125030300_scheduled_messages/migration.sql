-- Texts of the chat that go out later.
CREATE TABLE "scheduled_messages" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "conversation_id" INTEGER,
    "phone_key" TEXT NOT NULL,
    "chat_id" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "send_at" TIMESTAMPTZ(3) NOT NULL,
    "stays" BOOLEAN NOT NULL DEFAULT false,
    "after_message_id" INTEGER NOT NULL DEFAULT 0,
    "state" TEXT NOT NULL DEFAULT 'scheduled',
    "detail" TEXT,
    "not_before" TIMESTAMPTZ(3),
    "settled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "scheduled_messages_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "scheduled_messages_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "scheduled_messages_owner_id_conversation_id_fkey" FOREIGN KEY ("owner_id", "conversation_id")
      REFERENCES "conversations"("owner_id", "id") ON DELETE SET NULL ("conversation_id") ON UPDATE NO ACTION,
    CONSTRAINT "scheduled_messages_state_check" CHECK ("state" IN ('scheduled', 'sent', 'answered', 'failed')),
    CONSTRAINT "scheduled_messages_content_check" CHECK (length("content") BETWEEN 1 AND 8000),
    CONSTRAINT "scheduled_messages_settled_check" CHECK (("settled_at" IS NULL) = ("state" = 'scheduled'))
);
CREATE UNIQUE INDEX "scheduled_messages_owner_id_id_key" ON "scheduled_messages"("owner_id", "id");
CREATE INDEX "scheduled_messages_owner_id_conversation_id_idx" ON "scheduled_messages"("owner_id", "conversation_id");
CREATE INDEX "scheduled_messages_due_idx" ON "scheduled_messages"("send_at") WHERE "state" = 'scheduled';
CREATE INDEX "scheduled_messages_settled_idx" ON "scheduled_messages"("settled_at") WHERE "state" <> 'scheduled';
