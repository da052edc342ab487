-- A code of an app beside the password. It counts from its confirmation on; `last_step` is the newest half minute whose
-- code was used, so that none is used twice.
CREATE TABLE "second_factors" (
  "user_id" INTEGER NOT NULL,
  "sealed_secret" TEXT NOT NULL,
  "confirmed_at" TIMESTAMPTZ(3),
  "last_step" BIGINT NOT NULL DEFAULT 0,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "second_factors_pkey" PRIMARY KEY ("user_id")
);
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Each stands in for the app once, and goes with its use or with the factor.
CREATE TABLE "recovery_codes" (
  "user_id" INTEGER NOT NULL,
  "code_hash" BYTEA NOT NULL,
  CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("user_id", "code_hash")
);
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "second_factors"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "mails" DROP CONSTRAINT "mails_kind_check";
ALTER TABLE "mails" ADD CONSTRAINT "mails_kind_check" CHECK ("kind" IN (
  'password_reset', 'welcome', 'webhook_off', 'billing_alert',
  'password_guessed', 'password_changed', 'webhook_added', 'api_token_added', 'campaign_waits', 'radar_found',
  'second_factor_on', 'second_factor_off', 'recovery_code_used'));
