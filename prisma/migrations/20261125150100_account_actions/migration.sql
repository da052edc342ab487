-- What was done in an account that its owner may want to know of later: who signed in, what left it, what was deleted.
CREATE TABLE "account_actions" (
  "id" SERIAL NOT NULL,
  "owner_id" INTEGER NOT NULL,
  "action" TEXT NOT NULL,
  "details" JSONB NOT NULL DEFAULT '{}',
  "occurred_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "account_actions_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "account_actions_action_check" CHECK ("action" IN (
    'signed_in', 'password_changed', 'second_factor_on', 'second_factor_off', 'recovery_codes_renewed',
    'token_created', 'token_revoked', 'webhook_created', 'webhook_changed', 'webhook_deleted',
    'exported', 'leads_deleted', 'import_started', 'import_undone', 'subscription_changed'))
);
CREATE INDEX "account_actions_owner_id_id_idx" ON "account_actions"("owner_id", "id" DESC);
CREATE INDEX "account_actions_occurred_at_idx" ON "account_actions"("occurred_at");
ALTER TABLE "account_actions" ADD CONSTRAINT "account_actions_owner_id_fkey"
  FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
