CREATE INDEX CONCURRENTLY IF NOT EXISTS messages_by_people_idx ON messages (owner_id, sent_at) INCLUDE (person_id, conversation_id) WHERE person_id IS NOT NULL;
