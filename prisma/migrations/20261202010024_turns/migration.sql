CREATE TABLE turns (
  owner_id INTEGER NOT NULL,
  person_id INTEGER NOT NULL,
  most_waiting INTEGER NOT NULL,
  given_at TIMESTAMPTZ(3),
  CONSTRAINT turns_pkey PRIMARY KEY (owner_id, person_id),
  CONSTRAINT turns_most_waiting_check CHECK (most_waiting BETWEEN 1 AND 50),
  CONSTRAINT turns_owner_id_person_id_fkey FOREIGN KEY (owner_id, person_id) REFERENCES users (account_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);
ALTER TABLE conversation_assignments DROP CONSTRAINT conversation_assignments_reason_check;
ALTER TABLE conversation_assignments
  ADD CONSTRAINT conversation_assignments_reason_check CHECK (reason IN ('claimed', 'taken', 'given', 'turn')) NOT VALID;
