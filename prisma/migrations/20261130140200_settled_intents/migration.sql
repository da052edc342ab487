-- What persons have said that words mean is listed; few messages are among it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "messages_intent_settled_idx" ON "messages" ("owner_id", "sent_at" DESC, "id" DESC) WHERE "intent_settled";
