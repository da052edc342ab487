-- Until `deletion_at` nothing is sent or changed for the account. Erased, a row is left only where payments refer to it, and
-- it names nobody: the constraint holds that.
ALTER TABLE "users"
  ADD COLUMN "deletion_at" TIMESTAMPTZ(3),
  ADD COLUMN "erased_at" TIMESTAMPTZ(3),
  ADD CONSTRAINT "users_erased_check" CHECK ("erased_at" IS NULL OR (
    NOT "is_active" AND "deletion_at" IS NULL AND "name" = '' AND "password_hash" = ''
    AND "email" = 'erased-' || "id" || '@account.invalid'
    AND num_nonnulls("whatsapp", "conversion_objective", "business_name", "business_description", "website") = 0));

-- Outlives the account as the proof that its deletion was done, hence no foreign key.
CREATE TABLE "account_deletions" (
  "id" SERIAL NOT NULL,
  "owner_id" INTEGER NOT NULL,
  "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "due_at" TIMESTAMPTZ(3) NOT NULL,
  "reminded_at" TIMESTAMPTZ(3),
  "cancelled_at" TIMESTAMPTZ(3),
  "started_at" TIMESTAMPTZ(3),
  "completed_at" TIMESTAMPTZ(3),
  "deleted_rows" BIGINT NOT NULL DEFAULT 0,
  "kept_payments" BOOLEAN NOT NULL DEFAULT false,
  "lease_no" INTEGER NOT NULL DEFAULT 0,
  "lease_until" TIMESTAMPTZ(3),
  "resume_at" TIMESTAMPTZ(3),
  "attempts" INTEGER NOT NULL DEFAULT 0,
  CONSTRAINT "account_deletions_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "account_deletions_due_check" CHECK ("due_at" > "requested_at"),
  CONSTRAINT "account_deletions_cancelled_check" CHECK ("cancelled_at" IS NULL OR "started_at" IS NULL),
  CONSTRAINT "account_deletions_started_check" CHECK ("started_at" >= "due_at"),
  CONSTRAINT "account_deletions_completed_check" CHECK ("completed_at" IS NULL OR "started_at" IS NOT NULL),
  CONSTRAINT "account_deletions_attempts_check" CHECK ("attempts" BETWEEN 0 AND 8)
);
CREATE INDEX "account_deletions_owner_id_idx" ON "account_deletions"("owner_id");
CREATE UNIQUE INDEX "account_deletions_one_open" ON "account_deletions"("owner_id")
  WHERE "cancelled_at" IS NULL AND "completed_at" IS NULL;

ALTER TABLE "mails" DROP CONSTRAINT "mails_kind_check";
ALTER TABLE "mails" ADD CONSTRAINT "mails_kind_check" CHECK ("kind" IN (
  'password_reset', 'welcome', 'webhook_off', 'billing_alert',
  'password_guessed', 'password_changed', 'webhook_added', 'api_token_added', 'campaign_waits', 'radar_found',
  'second_factor_on', 'second_factor_off', 'recovery_code_used',
  'deletion_requested', 'deletion_tomorrow', 'export_ready'));

ALTER TABLE "account_actions" DROP CONSTRAINT "account_actions_action_check";
ALTER TABLE "account_actions" ADD CONSTRAINT "account_actions_action_check" CHECK ("action" IN (
  'signed_in', 'password_changed', 'second_factor_on', 'second_factor_off', 'recovery_codes_renewed',
  'token_created', 'token_revoked', 'webhook_created', 'webhook_changed', 'webhook_deleted',
  'exported', 'leads_deleted', 'import_started', 'import_undone', 'subscription_changed',
  'archive_requested', 'deletion_requested', 'deletion_undone'));

-- The ledger is append-only; only the deletion of a whole account takes its rows along, at once or in batches.
CREATE OR REPLACE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND (
    NOT EXISTS (SELECT 1 FROM "users" WHERE "id" = OLD."owner_id")
    OR EXISTS (SELECT 1 FROM "account_deletions" WHERE "owner_id" = OLD."owner_id"
               AND "started_at" IS NOT NULL AND "completed_at" IS NULL)) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'credit_entries is append-only';
END $$;
