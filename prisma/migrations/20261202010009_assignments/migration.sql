ALTER TABLE conversations ADD COLUMN seller_id INTEGER;
ALTER TABLE conversations
  ADD CONSTRAINT conversations_owner_id_seller_id_fkey FOREIGN KEY (owner_id, seller_id) REFERENCES users (account_id, id) ON UPDATE CASCADE ON DELETE SET NULL (seller_id) NOT VALID;

ALTER TABLE messages ADD COLUMN person_id INTEGER;

CREATE TABLE conversation_assignments (
  id SERIAL PRIMARY KEY,
  owner_id INTEGER NOT NULL,
  conversation_id INTEGER NOT NULL,
  from_id INTEGER,
  to_id INTEGER,
  person_id INTEGER,
  reason TEXT NOT NULL,
  note TEXT,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT conversation_assignments_owner_id_conversation_id_fkey FOREIGN KEY (owner_id, conversation_id) REFERENCES conversations (owner_id, id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT conversation_assignments_reason_check CHECK (reason IN ('claimed', 'taken', 'given')),
  CONSTRAINT conversation_assignments_note_check CHECK (char_length(note) BETWEEN 1 AND 500)
);
CREATE INDEX conversation_assignments_conversation_id_id_idx ON conversation_assignments (conversation_id, id);
