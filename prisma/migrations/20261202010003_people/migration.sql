-- Allowed (constraint, until 0.2.0): a row for each person, of which there are few.
ALTER TABLE users
  ADD COLUMN role TEXT NOT NULL DEFAULT 'owner',
  ADD COLUMN suspended_at TIMESTAMPTZ(3),
  ADD CONSTRAINT users_role_check CHECK (role IN ('owner', 'manager', 'seller'));

ALTER TABLE api_tokens ADD COLUMN person_id INTEGER REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE;
-- Allowed (index, until 0.2.0): an account has a few tokens.
CREATE INDEX api_tokens_person_id_idx ON api_tokens (person_id);
