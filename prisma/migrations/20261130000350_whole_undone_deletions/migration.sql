-- What else names a deleted lead, and comes back with it.
ALTER TABLE "deleted_leads"
  ADD COLUMN "result_ids" INTEGER[] NOT NULL DEFAULT '{}',
  ADD COLUMN "distinct_ids" INTEGER[] NOT NULL DEFAULT '{}',
  ADD COLUMN "denied_cnpjs" TEXT[] NOT NULL DEFAULT '{}',
  ADD COLUMN "waits_for_visit" BOOLEAN NOT NULL DEFAULT false;
