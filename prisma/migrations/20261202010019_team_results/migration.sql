ALTER TABLE users ADD COLUMN monday_mail BOOLEAN NOT NULL DEFAULT true;

CREATE TABLE goals (
  owner_id INTEGER NOT NULL,
  person_id INTEGER NOT NULL,
  month DATE NOT NULL,
  contacted INTEGER,
  won INTEGER,
  won_cents BIGINT,
  CONSTRAINT goals_pkey PRIMARY KEY (owner_id, person_id, month),
  CONSTRAINT goals_contacted_check CHECK (contacted BETWEEN 1 AND 1000000),
  CONSTRAINT goals_won_check CHECK (won BETWEEN 1 AND 1000000),
  CONSTRAINT goals_won_cents_check CHECK (won_cents BETWEEN 1 AND 100000000000),
  CONSTRAINT goals_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT goals_owner_id_person_id_fkey FOREIGN KEY (owner_id, person_id) REFERENCES users (account_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE week_mails (
  owner_id INTEGER NOT NULL,
  week DATE NOT NULL,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT week_mails_pkey PRIMARY KEY (owner_id, week),
  CONSTRAINT week_mails_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX week_mails_created_at_idx ON week_mails (created_at);

CREATE TABLE first_answers (
  owner_id INTEGER NOT NULL,
  conversation_id INTEGER NOT NULL,
  waiting_since TIMESTAMPTZ(3) NOT NULL,
  person_id INTEGER NOT NULL,
  answered_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  working_s INTEGER NOT NULL,
  CONSTRAINT first_answers_pkey PRIMARY KEY (conversation_id, waiting_since),
  CONSTRAINT first_answers_working_check CHECK (working_s >= 0),
  CONSTRAINT first_answers_owner_id_conversation_id_fkey FOREIGN KEY (owner_id, conversation_id) REFERENCES conversations (owner_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX first_answers_owner_id_answered_at_idx ON first_answers (owner_id, answered_at);
CREATE INDEX first_answers_answered_at_idx ON first_answers (answered_at);
