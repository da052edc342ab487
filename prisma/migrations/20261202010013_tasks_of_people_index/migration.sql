CREATE INDEX CONCURRENTLY IF NOT EXISTS tasks_person_idx ON tasks (owner_id, person_id, due_by, id) WHERE person_id IS NOT NULL;
