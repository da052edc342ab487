-- Who vouches for an account at the login: a subject of an issuer belongs to one account, and an account has one of each
-- provider. While one is required, nothing else opens the account, and it cannot be unlinked.
CREATE TABLE "identities" (
  "id" SERIAL NOT NULL,
  "user_id" INTEGER NOT NULL,
  "provider" TEXT NOT NULL,
  "issuer" TEXT NOT NULL,
  "subject" TEXT NOT NULL,
  "email" TEXT NOT NULL,
  "is_required" BOOLEAN NOT NULL DEFAULT false,
  "linked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "last_used_at" TIMESTAMPTZ(3),
  CONSTRAINT "identities_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "identities_provider_check" CHECK ("provider" IN ('google', 'microsoft', 'oidc')),
  CONSTRAINT "identities_size_check" CHECK (
    length("issuer") <= 500 AND length("subject") BETWEEN 1 AND 255 AND length("email") <= 254)
);
CREATE UNIQUE INDEX "identities_issuer_subject_key" ON "identities"("issuer", "subject");
CREATE UNIQUE INDEX "identities_user_id_provider_key" ON "identities"("user_id", "provider");
CREATE UNIQUE INDEX "identities_one_required" ON "identities"("user_id") WHERE "is_required";
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A sign-in on its way to an issuer and back, which only the browser that began it can go on with. Its return counts once;
-- `step` is what the person still has to do then.
CREATE TABLE "sign_in_attempts" (
  "token_hash" BYTEA NOT NULL,
  "provider" TEXT NOT NULL,
  "checks" TEXT NOT NULL,
  "user_id" INTEGER,
  "session_id" UUID,
  "next_path" TEXT,
  "step" TEXT NOT NULL DEFAULT 'issuer',
  "issuer" TEXT,
  "subject" TEXT,
  "email" TEXT,
  "tries" SMALLINT NOT NULL DEFAULT 0,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "sign_in_attempts_pkey" PRIMARY KEY ("token_hash"),
  CONSTRAINT "sign_in_attempts_provider_check" CHECK ("provider" IN ('google', 'microsoft', 'oidc')),
  CONSTRAINT "sign_in_attempts_step_check" CHECK ("step" IN ('issuer', 'returned', 'code', 'password', 'registration')),
  CONSTRAINT "sign_in_attempts_known_check" CHECK (
    "step" IN ('issuer', 'returned') OR ("issuer" IS NOT NULL AND "subject" IS NOT NULL AND "email" IS NOT NULL)),
  CONSTRAINT "sign_in_attempts_code_check" CHECK ("step" <> 'code' OR "user_id" IS NOT NULL),
  CONSTRAINT "sign_in_attempts_link_check" CHECK ("session_id" IS NULL OR "user_id" IS NOT NULL)
);
CREATE INDEX "sign_in_attempts_expires_at_idx" ON "sign_in_attempts"("expires_at");
CREATE INDEX "sign_in_attempts_user_id_idx" ON "sign_in_attempts"("user_id");
ALTER TABLE "sign_in_attempts" ADD CONSTRAINT "sign_in_attempts_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "mails" DROP CONSTRAINT "mails_kind_check";
ALTER TABLE "mails" ADD CONSTRAINT "mails_kind_check" CHECK ("kind" IN (
  'password_reset', 'password_reset_issuer', 'welcome', 'webhook_off', 'billing_alert',
  'password_guessed', 'password_changed', 'webhook_added', 'api_token_added', 'campaign_waits', 'radar_found',
  'second_factor_on', 'second_factor_off', 'recovery_code_used',
  'identity_linked', 'identity_unlinked', 'issuer_required_on', 'issuer_required_off',
  'deletion_requested', 'deletion_tomorrow', 'export_ready')) NOT VALID;

ALTER TABLE "account_actions" DROP CONSTRAINT "account_actions_action_check";
ALTER TABLE "account_actions" ADD CONSTRAINT "account_actions_action_check" CHECK ("action" IN (
  'signed_in', 'password_changed', 'second_factor_on', 'second_factor_off', 'recovery_codes_renewed',
  'identity_linked', 'identity_unlinked', 'issuer_required_on', 'issuer_required_off',
  'token_created', 'token_revoked', 'webhook_created', 'webhook_changed', 'webhook_deleted',
  'exported', 'leads_deleted', 'import_started', 'import_undone', 'subscription_changed',
  'archive_requested', 'deletion_requested', 'deletion_undone')) NOT VALID;

ALTER TABLE "audit_entries" DROP CONSTRAINT "audit_entries_action_check";
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_action_check"
  CHECK ("action" IN ('account.created', 'account.deactivated', 'account.sessions_ended', 'account.issuer_lifted',
                      'api_token.created', 'api_token.revoked',
                      'billing.created', 'billing.updated', 'billing.deleted',
                      'billing.event_retried', 'billing.event_linked', 'billing.alert_resolved',
                      'dead_letter.replayed', 'dead_letter.deleted', 'message.traced', 'registry.import_started',
                      'registry.import_stopped', 'registry.rolled_back', 'registry.partners_shown',
                      'registry.partners_hidden', 'price.set', 'copy.confirmed')) NOT VALID;
