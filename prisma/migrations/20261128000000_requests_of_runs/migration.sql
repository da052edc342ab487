-- The request that scheduled a campaign last, and the one that a run comes from: the log has its lines by this id.
ALTER TABLE "campaigns" ADD COLUMN "request_id" UUID;
ALTER TABLE "campaign_runs" ADD COLUMN "request_id" UUID;
