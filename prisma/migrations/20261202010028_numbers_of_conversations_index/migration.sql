CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS conversations_contact_and_number_idx ON conversations (owner_id, phone_key, instance_id) NULLS NOT DISTINCT;
