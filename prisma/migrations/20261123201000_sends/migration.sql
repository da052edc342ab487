-- The outbox: every message that was handed to a provider and has no recorded outcome, whoever wanted it sent.
CREATE TABLE "sends" (
  "id" SERIAL NOT NULL,
  "owner_id" INTEGER NOT NULL,
  "instance_id" INTEGER NOT NULL,
  "message_id" TEXT NOT NULL,
  "chat_message_id" INTEGER,
  "recipient_id" INTEGER,
  "address" TEXT NOT NULL,
  "kind" TEXT NOT NULL,
  "content" TEXT,
  "bytes" INTEGER,
  "opened_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

  CONSTRAINT "sends_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "sends_of_one_check" CHECK (num_nonnulls("chat_message_id", "recipient_id") = 1)
);

CREATE UNIQUE INDEX "sends_instance_id_message_id_key" ON "sends"("instance_id", "message_id");
CREATE UNIQUE INDEX "sends_chat_message_id_key" ON "sends"("chat_message_id");
CREATE UNIQUE INDEX "sends_recipient_id_key" ON "sends"("recipient_id");
CREATE INDEX "sends_asked_at_idx" ON "sends"("asked_at");

ALTER TABLE "sends" ADD CONSTRAINT "sends_owner_id_instance_id_fkey" FOREIGN KEY ("owner_id", "instance_id")
  REFERENCES "whatsapp_instances"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "sends" ADD CONSTRAINT "sends_chat_message_id_fkey" FOREIGN KEY ("chat_message_id")
  REFERENCES "messages"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "sends" ADD CONSTRAINT "sends_recipient_id_fkey" FOREIGN KEY ("recipient_id")
  REFERENCES "campaign_recipients"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What is on its way now; what the version before opens until it is stopped is adopted by the duty 'adopt sends'.
INSERT INTO "sends" ("owner_id", "instance_id", "message_id", "chat_message_id", "address", "kind", "content", "bytes", "opened_at", "asked_at")
SELECT m."owner_id", m."instance_id", m."provider_message_id", m."id", c."chat_id", m."kind", m."content", d."bytes", m."sent_at", m."sending_since"
FROM "messages" m
JOIN "conversations" c ON c."id" = m."conversation_id"
LEFT JOIN "message_media" d ON d."message_id" = m."id"
WHERE m."sending_since" IS NOT NULL;

INSERT INTO "sends" ("owner_id", "instance_id", "message_id", "recipient_id", "address", "kind", "content", "opened_at", "asked_at")
SELECT p."owner_id", i."id", p."message_id", p."id", coalesce(v."chat_id", p."number"), 'text', p."text", p."claimed_at", p."claimed_at"
FROM "campaign_recipients" p
JOIN "campaign_runs" r ON r."id" = p."run_id" AND r."status" IN ('pending', 'running')
JOIN "whatsapp_instances" i ON i."owner_id" = p."owner_id"
LEFT JOIN "conversations" v ON v."owner_id" = p."owner_id" AND v."phone_key" = p."phone_key"
WHERE p."state" = 'sending' AND p."message_id" IS NOT NULL
ON CONFLICT DO NOTHING;
