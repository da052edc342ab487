-- What the schema cannot say of the tables of prisma/schema/platform.prisma.

-- How often somebody has called; it may be lost in a crash.
CREATE UNLOGGED TABLE rate_limits (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);

-- The trail is append-only, for whoever may write to the database as the application does.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit_entries is append-only';
END $$;

-- A list is empty, never null, which the schema cannot say.
ALTER TABLE erased_keys
  ALTER COLUMN also SET NOT NULL;
ALTER TABLE api_tokens
  ALTER COLUMN scopes SET NOT NULL;

ALTER TABLE erased_keys
  ADD CONSTRAINT erased_keys_kind_check CHECK (kind IN ('phone', 'email', 'cnpj')),
  ADD CONSTRAINT erased_keys_hash_check CHECK (length(hash) = 32);

ALTER TABLE mails
  ADD CONSTRAINT mails_outcome_check CHECK (sent_at IS NULL OR failed_at IS NULL),
  ADD CONSTRAINT mails_attempts_check CHECK (attempts BETWEEN 0 AND 10),
  -- The link lies here only while it is waiting to be sent.
  ADD CONSTRAINT mails_sealed_link_check CHECK ((sealed_link IS NOT NULL) = (sent_at IS NULL AND failed_at IS NULL));

ALTER TABLE erasure_key
  ADD CONSTRAINT erasure_key_fingerprint_check CHECK (length(fingerprint) = 32),
  ADD CONSTRAINT erasure_key_one_row_check CHECK (id);

ALTER TABLE api_tokens
  ADD CONSTRAINT api_tokens_scopes_check CHECK (
    cardinality(scopes) BETWEEN 1 AND 3 AND scopes <@ ARRAY['read', 'write', 'send']
    ),
  ADD CONSTRAINT api_tokens_hash_check CHECK (length(token_hash) = 32),
  ADD CONSTRAINT api_tokens_name_check CHECK (length(name) BETWEEN 1 AND 60);

ALTER TABLE idempotency_keys
  ADD CONSTRAINT idempotency_keys_state_check CHECK (state IN ('running', 'answered', 'unknown')),
  ADD CONSTRAINT idempotency_keys_key_check CHECK (length(key) BETWEEN 1 AND 255),
  ADD CONSTRAINT idempotency_keys_answer_check CHECK (
    (state = 'answered') = (status IS NOT NULL)
    AND (sealed_answer IS NULL OR (state = 'answered' AND length(sealed_answer) <= 400000))
    );

ALTER TABLE installation
  ADD CONSTRAINT installation_held_check CHECK (
    (held_since IS NULL) = (held_because IS NULL) AND held_because IN ('moved', 'older')),
  ADD CONSTRAINT installation_factor_required_of_check CHECK (factor_required_of IN ('nobody', 'administrator', 'everyone')),
  ADD CONSTRAINT installation_one_row CHECK (id);

ALTER TABLE sessions
  ADD CONSTRAINT sessions_kind_check CHECK (kind IN ('browser', 'api'));

CREATE INDEX mails_waiting_idx ON mails (resume_at) WHERE ((sent_at IS NULL) AND (failed_at IS NULL));

CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
