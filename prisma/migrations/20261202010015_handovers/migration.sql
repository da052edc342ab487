CREATE TABLE handovers (
  id SERIAL PRIMARY KEY,
  owner_id INTEGER NOT NULL,
  from_id INTEGER NOT NULL,
  to_ids INTEGER[] NOT NULL,
  person_id INTEGER NOT NULL,
  lead_ids INTEGER[] NOT NULL,
  conversation_ids INTEGER[] NOT NULL,
  task_ids INTEGER[] NOT NULL,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  undone_at TIMESTAMPTZ(3),
  CONSTRAINT handovers_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX handovers_owner_id_id_idx ON handovers (owner_id, id DESC);
CREATE INDEX handovers_created_at_idx ON handovers (created_at);
