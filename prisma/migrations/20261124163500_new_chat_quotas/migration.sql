-- What WhatsApp says of the new chats that a number may begin. 'No cap', 'capped' and 'it did not answer' are three
-- different things.
CREATE TABLE "new_chat_quotas" (
  "instance_id" INTEGER NOT NULL,
  "owner_id" INTEGER NOT NULL,
  "state" TEXT CHECK ("state" IN ('open', 'unlimited', 'capped')),
  "total" INTEGER,
  "used" INTEGER,
  "cycle_end" TIMESTAMPTZ(3),
  "told_at" TIMESTAMPTZ(3),
  "asked_at" TIMESTAMPTZ(3) NOT NULL,
  "failed" BOOLEAN NOT NULL,
  CONSTRAINT "new_chat_quotas_pkey" PRIMARY KEY ("instance_id"),
  CONSTRAINT "new_chat_quotas_told_check" CHECK (("state" IS NULL) = ("told_at" IS NULL)),
  CONSTRAINT "new_chat_quotas_open_check" CHECK ("state" <> 'open' OR "total" > 0 AND "used" >= 0)
);
CREATE UNIQUE INDEX "new_chat_quotas_owner_id_instance_id_key" ON "new_chat_quotas" ("owner_id", "instance_id");
ALTER TABLE "new_chat_quotas" ADD CONSTRAINT "new_chat_quotas_owner_id_instance_id_fkey"
  FOREIGN KEY ("owner_id", "instance_id") REFERENCES "whatsapp_instances"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A recipient whom WhatsApp refused because of a restriction, and one who was written to too lately to be written to again.
ALTER TABLE "campaign_recipients" DROP CONSTRAINT "campaign_recipients_cause_check";
ALTER TABLE "campaign_recipients" ADD CONSTRAINT "campaign_recipients_cause_check" CHECK ("cause" IN
  ('no_whatsapp', 'refused', 'restricted', 'not_delivered', 'opted_out', 'in_review', 'contacted', 'recent', 'answered',
   'lead_deleted', 'stopped', 'unconfirmed'));
