CREATE INDEX CONCURRENTLY IF NOT EXISTS conversations_owner_id_instance_id_idx ON conversations (owner_id, instance_id);
