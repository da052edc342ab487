-- Leads that the person took out of the audience one by one.
ALTER TABLE "campaigns" ADD COLUMN "except_lead_ids" INTEGER[] NOT NULL DEFAULT '{}';
