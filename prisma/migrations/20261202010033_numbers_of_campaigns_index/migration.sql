CREATE INDEX CONCURRENTLY IF NOT EXISTS campaigns_owner_id_instance_id_idx ON campaigns (owner_id, instance_id);
