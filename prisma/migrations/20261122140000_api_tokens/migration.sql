-- Personal API tokens. Revoked ones stay for the record; what they were is in the audit too.
CREATE TABLE "api_tokens" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    "name" TEXT NOT NULL,
    "scopes" TEXT[] NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "beginning" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    CONSTRAINT "api_tokens_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "api_tokens_name_check" CHECK (length("name") BETWEEN 1 AND 60),
    CONSTRAINT "api_tokens_scopes_check" CHECK (
      cardinality("scopes") BETWEEN 1 AND 3 AND "scopes" <@ ARRAY['read', 'write', 'send']
    ),
    CONSTRAINT "api_tokens_hash_check" CHECK (length("token_hash") = 32)
);
CREATE UNIQUE INDEX "api_tokens_token_hash_key" ON "api_tokens"("token_hash");
CREATE INDEX "api_tokens_owner_id_idx" ON "api_tokens"("owner_id");

ALTER TABLE "audit_entries" DROP CONSTRAINT "audit_entries_action_check";
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_action_check"
  CHECK ("action" IN ('account.created', 'account.deactivated', 'api_token.created', 'api_token.revoked',
                      'billing.created', 'billing.deleted',
                      'billing.event_retried', 'billing.alert_resolved', 'dead_letter.replayed',
                      'dead_letter.deleted', 'registry.import_started',
                      'registry.import_stopped', 'registry.rolled_back'));
