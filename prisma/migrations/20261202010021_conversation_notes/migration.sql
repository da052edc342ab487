CREATE TABLE conversation_notes (
  id SERIAL PRIMARY KEY,
  owner_id INTEGER NOT NULL,
  conversation_id INTEGER NOT NULL,
  person_id INTEGER NOT NULL,
  text TEXT NOT NULL,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT conversation_notes_owner_id_conversation_id_fkey FOREIGN KEY (owner_id, conversation_id) REFERENCES conversations (owner_id, id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT conversation_notes_text_check CHECK (char_length(text) BETWEEN 1 AND 2000)
);
CREATE UNIQUE INDEX conversation_notes_owner_id_id_key ON conversation_notes (owner_id, id);
CREATE INDEX conversation_notes_owner_id_conversation_id_id_idx ON conversation_notes (owner_id, conversation_id, id DESC);

CREATE TABLE note_mentions (
  owner_id INTEGER NOT NULL,
  note_id INTEGER NOT NULL,
  person_id INTEGER NOT NULL,
  read_at TIMESTAMPTZ(3),
  CONSTRAINT note_mentions_pkey PRIMARY KEY (note_id, person_id),
  CONSTRAINT note_mentions_owner_id_note_id_fkey FOREIGN KEY (owner_id, note_id) REFERENCES conversation_notes (owner_id, id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT note_mentions_owner_id_person_id_fkey FOREIGN KEY (owner_id, person_id) REFERENCES users (account_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX note_mentions_owner_id_note_id_idx ON note_mentions (owner_id, note_id);
CREATE INDEX note_mentions_owner_id_person_id_read_at_idx ON note_mentions (owner_id, person_id, read_at);
