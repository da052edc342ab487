-- A passkey signs in by itself: the device holds the private key and asks its owner for a finger, a face or a PIN.
CREATE TABLE "passkeys" (
  "id" SERIAL NOT NULL,
  "owner_id" INTEGER NOT NULL,
  "credential_id" BYTEA NOT NULL,
  "public_key" BYTEA NOT NULL,
  "counter" BIGINT NOT NULL DEFAULT 0,
  "transports" TEXT[],
  "name" TEXT NOT NULL,
  "backed_up" BOOLEAN NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "last_used_at" TIMESTAMPTZ(3),
  CONSTRAINT "passkeys_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "passkeys_name_check" CHECK (char_length("name") BETWEEN 1 AND 60),
  CONSTRAINT "passkeys_counter_check" CHECK ("counter" BETWEEN 0 AND 4294967295)
);
CREATE UNIQUE INDEX "passkeys_credential_id_key" ON "passkeys"("credential_id");
CREATE INDEX "passkeys_owner_id_idx" ON "passkeys"("owner_id");
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_owner_id_fkey"
  FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Challenges that were answered, until they expire by themselves: none is answered twice.
CREATE TABLE "passkey_answers" (
  "challenge_hash" BYTEA NOT NULL,
  "owner_id" INTEGER NOT NULL,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "passkey_answers_pkey" PRIMARY KEY ("challenge_hash")
);
CREATE INDEX "passkey_answers_owner_id_idx" ON "passkey_answers"("owner_id");
CREATE INDEX "passkey_answers_expires_at_idx" ON "passkey_answers"("expires_at");
ALTER TABLE "passkey_answers" ADD CONSTRAINT "passkey_answers_owner_id_fkey"
  FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "mails" DROP CONSTRAINT "mails_kind_check";
ALTER TABLE "mails" ADD CONSTRAINT "mails_kind_check" CHECK ("kind" IN (
  'password_reset', 'password_reset_issuer', 'welcome', 'webhook_off', 'billing_alert',
  'password_guessed', 'password_changed', 'webhook_added', 'api_token_added', 'campaign_waits', 'radar_found',
  'second_factor_on', 'second_factor_off', 'recovery_code_used',
  'identity_linked', 'identity_unlinked', 'issuer_required_on', 'issuer_required_off',
  'deletion_requested', 'deletion_tomorrow', 'export_ready',
  'passkey_added', 'passkey_removed', 'passkey_copied')) NOT VALID;

ALTER TABLE "account_actions" DROP CONSTRAINT "account_actions_action_check";
ALTER TABLE "account_actions" ADD CONSTRAINT "account_actions_action_check" CHECK ("action" IN (
  'signed_in', 'password_changed', 'second_factor_on', 'second_factor_off', 'recovery_codes_renewed',
  'identity_linked', 'identity_unlinked', 'issuer_required_on', 'issuer_required_off',
  'token_created', 'token_revoked', 'webhook_created', 'webhook_changed', 'webhook_deleted',
  'exported', 'leads_deleted', 'import_started', 'import_undone', 'subscription_changed',
  'archive_requested', 'deletion_requested', 'deletion_undone', 'passkey_added', 'passkey_removed')) NOT VALID;
