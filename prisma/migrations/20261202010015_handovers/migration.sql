CREATE TABLE handovers (
  id SERIAL PRIMARY KEY,
  owner_id INTEGER NOT NULL,
  from_id INTEGER NOT NULL,
  to_ids INTEGER[] NOT NULL,
  person_id INTEGER NOT NULL,
  lead_ids INTEGER[] NOT NULL DEFAULT ARRAY[]::INTEGER[],
  conversation_ids INTEGER[] NOT NULL DEFAULT ARRAY[]::INTEGER[],
  task_ids INTEGER[] NOT NULL DEFAULT ARRAY[]::INTEGER[],
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  finished_at TIMESTAMPTZ(3),
  undone_at TIMESTAMPTZ(3),
  returned_at TIMESTAMPTZ(3),
  CONSTRAINT handovers_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX handovers_owner_id_id_idx ON handovers (owner_id, id DESC);
CREATE INDEX handovers_created_at_idx ON handovers (created_at);
CREATE INDEX handovers_open_idx ON handovers (id) WHERE finished_at IS NULL OR undone_at IS NOT NULL AND returned_at IS NULL;
