CREATE INDEX CONCURRENTLY IF NOT EXISTS campaign_runs_owner_id_instance_id_idx ON campaign_runs (owner_id, instance_id);
