-- Leads whose sites are to be visited for a verdict. A row goes when its visit is over, or with its lead.
CREATE TABLE "site_checks" (
  "owner_id" INTEGER NOT NULL,
  "lead_id" INTEGER NOT NULL,
  "queued_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "claimed_until" TIMESTAMPTZ(3),
  CONSTRAINT "site_checks_pkey" PRIMARY KEY ("owner_id", "lead_id")
);
CREATE INDEX "site_checks_owner_id_queued_at_lead_id_idx" ON "site_checks"("owner_id", "queued_at", "lead_id");
ALTER TABLE "site_checks" ADD CONSTRAINT "site_checks_owner_id_lead_id_fkey"
  FOREIGN KEY ("owner_id", "lead_id") REFERENCES "leads"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
