-- Campaigns are numbered per owner, and each has a name.
ALTER TABLE "campaigns"
  ADD COLUMN "number" INTEGER,
  ADD COLUMN "opt_out_line" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "pacing" JSONB NOT NULL DEFAULT '{}',
  ADD COLUMN "cancelled_at" TIMESTAMPTZ(3),
  ADD COLUMN "deleted_at" TIMESTAMPTZ(3);
UPDATE "campaigns" AS c SET "number" = n.place
  FROM (SELECT "id", row_number() OVER (PARTITION BY "owner_id" ORDER BY "id") AS place FROM "campaigns") AS n
  WHERE n."id" = c."id";
UPDATE "campaigns" SET "name" = 'Campanha ' || "number" WHERE "name" IS NULL;
ALTER TABLE "campaigns" ALTER COLUMN "number" SET NOT NULL, ALTER COLUMN "name" SET NOT NULL;
CREATE UNIQUE INDEX "campaigns_owner_id_number_key" ON "campaigns"("owner_id", "number");
CREATE INDEX "campaigns_deleted_at_idx" ON "campaigns"("deleted_at") WHERE "deleted_at" IS NOT NULL;

ALTER TABLE "campaign_runs"
  ADD COLUMN "kind" TEXT NOT NULL DEFAULT 'audience',
  ADD COLUMN "notice" TEXT,
  ADD COLUMN "trouble_since" TIMESTAMPTZ(3),
  ADD COLUMN "paused_at" TIMESTAMPTZ(3),
  ADD COLUMN "resumed_at" TIMESTAMPTZ(3),
  ADD COLUMN "typing_for" INTEGER;
ALTER TABLE "campaign_runs" DROP CONSTRAINT "campaign_runs_status_check";
ALTER TABLE "campaign_runs"
  ADD CONSTRAINT "campaign_runs_status_check"
    CHECK ("status" IN ('pending', 'running', 'completed', 'stopped', 'error', 'missed')),
  ADD CONSTRAINT "campaign_runs_kind_check" CHECK ("kind" IN ('audience', 'failed', 'unknown'));

ALTER TABLE "campaign_recipients"
  ADD COLUMN "cause" TEXT,
  ADD COLUMN "first_contact" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "resent_at" TIMESTAMPTZ(3);
ALTER TABLE "campaign_recipients"
  ADD CONSTRAINT "campaign_recipients_cause_check" CHECK ("cause" IN
    ('no_whatsapp', 'refused', 'not_delivered', 'opted_out', 'in_review', 'contacted', 'answered', 'lead_deleted',
     'stopped', 'unconfirmed'));
-- The caps on first contacts, and the share of failures among the latest messages.
CREATE INDEX "campaign_recipients_first_contacts_idx" ON "campaign_recipients" ("owner_id", "claimed_at")
  WHERE "first_contact";
CREATE INDEX "campaign_recipients_settled_idx" ON "campaign_recipients" ("owner_id", "settled_at" DESC)
  WHERE "state" IN ('sent', 'failed');

CREATE TABLE "number_paces" (
  "owner_id" INTEGER NOT NULL,
  "next_send_at" TIMESTAMPTZ(3) NOT NULL,
  "block_left" INTEGER,
  CONSTRAINT "number_paces_pkey" PRIMARY KEY ("owner_id")
);
ALTER TABLE "number_paces" ADD CONSTRAINT "number_paces_owner_id_fkey"
  FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "whatsapp_instances" ADD COLUMN "paired_at" TIMESTAMPTZ(3);
UPDATE "whatsapp_instances" SET "paired_at" = "connected_at";

CREATE TABLE "whatsapp_restrictions" (
  "id" SERIAL NOT NULL,
  "owner_id" INTEGER NOT NULL,
  "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "until" TIMESTAMPTZ(3),
  CONSTRAINT "whatsapp_restrictions_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "whatsapp_restrictions_owner_id_started_at_idx" ON "whatsapp_restrictions"("owner_id", "started_at" DESC);
ALTER TABLE "whatsapp_restrictions" ADD CONSTRAINT "whatsapp_restrictions_owner_id_fkey"
  FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
