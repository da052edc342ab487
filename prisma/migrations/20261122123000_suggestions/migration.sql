-- The suggestions last written for a conversation, by the message they answer.
CREATE TABLE "suggestion_sets" (
  "conversation_id" INTEGER NOT NULL PRIMARY KEY REFERENCES "conversations"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "owner_id" INTEGER NOT NULL REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "message_id" INTEGER NOT NULL,
  "suggestions" JSONB NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX "suggestion_sets_owner_id_idx" ON "suggestion_sets" ("owner_id");

-- Calls of the model by day in São Paulo, and what they cost.
CREATE TABLE "suggestion_days" (
  "owner_id" INTEGER NOT NULL REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "day" DATE NOT NULL,
  "calls" INTEGER NOT NULL DEFAULT 0 CHECK ("calls" >= 0),
  "input_tokens" BIGINT NOT NULL DEFAULT 0,
  "output_tokens" BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY ("owner_id", "day")
);
