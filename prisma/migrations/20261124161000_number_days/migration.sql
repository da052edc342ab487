-- The pace belongs to a phone, whichever accounts have connected it. A worker of the version before that records an
-- outcome while this is applied fails to; its message is asked about by the next version, as after any lost outcome.
DROP TABLE "number_paces";
CREATE TABLE "number_paces" (
  "sender_key" TEXT NOT NULL,
  "next_send_at" TIMESTAMPTZ(3) NOT NULL,
  "block_left" INTEGER,
  CONSTRAINT "number_paces_pkey" PRIMARY KEY ("sender_key")
);

CREATE TABLE "number_days" (
  "sender_key" TEXT NOT NULL,
  "day" DATE NOT NULL,
  "first_contacts" INTEGER NOT NULL CHECK ("first_contacts" > 0),
  CONSTRAINT "number_days_pkey" PRIMARY KEY ("sender_key", "day")
);

ALTER TABLE "campaign_recipients" ADD COLUMN "sender_key" TEXT;

-- First contacts that still count: the number that the account has connected now is taken to have made them. The key is
-- that of lib/domain/phone, which leaves out the ninth digit of mobiles that gained one.
UPDATE "campaign_recipients" p
SET "sender_key" = coalesce(regexp_replace(i."number", '^(55[1-9]{2})9([6-9]\d{7})$', '\1\2'), 'instance:' || i."id")
FROM "whatsapp_instances" i
WHERE i."owner_id" = p."owner_id" AND p."first_contact" AND p."claimed_at" > now() - interval '31 days';

INSERT INTO "number_days" ("sender_key", "day", "first_contacts")
SELECT "sender_key", ("claimed_at" AT TIME ZONE 'America/Sao_Paulo')::date, count(*)
FROM "campaign_recipients" WHERE "sender_key" IS NOT NULL GROUP BY 1, 2;

-- What the caps of a number count.
CREATE INDEX "campaign_recipients_sender_idx" ON "campaign_recipients" ("sender_key", "claimed_at")
  WHERE "first_contact" AND "sender_key" IS NOT NULL;

-- Who has connected a phone.
CREATE INDEX "whatsapp_instances_number_idx" ON "whatsapp_instances" ("number") WHERE "number" IS NOT NULL;
