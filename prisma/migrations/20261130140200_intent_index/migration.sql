-- Conversations are filtered by what was answered.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "conversations_intent_idx" ON "conversations" ("owner_id", "intent", "last_message_at" DESC, "id" DESC) WHERE "intent" IS NOT NULL;
