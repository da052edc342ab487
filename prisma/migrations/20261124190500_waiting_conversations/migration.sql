-- Since when a contact waits for an answer: the first message that came after our last one. Null when nobody waits. Kept
-- by what stores and removes messages, so that those who wait are found without looking at the messages of every chat.
ALTER TABLE "conversations" ADD COLUMN "waiting_since" TIMESTAMPTZ(3);

UPDATE "conversations" AS c SET "waiting_since" = (
  SELECT min(m."sent_at") FROM "messages" m
  WHERE m."conversation_id" = c."id" AND m."direction" = 'in' AND m."sent_at" >= coalesce(
    (SELECT max(o."sent_at") FROM "messages" o WHERE o."conversation_id" = c."id" AND o."direction" = 'out'), '-infinity'))
WHERE (SELECT m."direction" FROM "messages" m WHERE m."conversation_id" = c."id"
       ORDER BY m."sent_at" DESC, m."id" DESC LIMIT 1) = 'in';

CREATE INDEX "conversations_waiting_idx" ON "conversations" ("owner_id", "waiting_since", "id")
  WHERE "waiting_since" IS NOT NULL;
