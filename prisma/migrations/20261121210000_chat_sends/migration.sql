-- A message that a person sent: since when its outcome is awaited, and whether it will never be known.
ALTER TABLE "messages" ADD COLUMN "sending_since" TIMESTAMPTZ(3), ADD COLUMN "unconfirmed" BOOLEAN NOT NULL DEFAULT false;
CREATE INDEX "messages_sending_since_idx" ON "messages"("sending_since") WHERE "sending_since" IS NOT NULL;
-- The list of conversations, page after page.
CREATE INDEX "conversations_latest_idx" ON "conversations"("owner_id", "last_message_at" DESC, "id" DESC) WHERE "last_message_at" IS NOT NULL;
CREATE INDEX "conversations_unread_idx" ON "conversations"("owner_id", "unread_count") WHERE "unread_count" > 0;
