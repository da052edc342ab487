-- Leads picked one by one, and tags: a campaign's audience besides lists.
ALTER TABLE "campaigns"
  ADD COLUMN "lead_ids" INTEGER[] NOT NULL DEFAULT '{}',
  ADD COLUMN "tag_ids" INTEGER[] NOT NULL DEFAULT '{}';
