CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS campaign_runs_one_each_time ON campaign_runs (campaign_id, scheduled_for, instance_id) NULLS NOT DISTINCT;
