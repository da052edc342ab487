-- Why a run waits, as a word beside its sentence, and when its owner was told by mail that the connection is down.
ALTER TABLE "campaign_runs" ADD COLUMN "wait_cause" TEXT, ADD COLUMN "told_at" TIMESTAMPTZ(3);
ALTER TABLE "campaign_runs" ADD CONSTRAINT "campaign_runs_wait_cause_check" CHECK ("wait_cause" IN
  ('person', 'guard', 'window', 'cap', 'disconnected', 'restricted', 'templates', 'unreachable', 'passing'));
UPDATE "campaign_runs" SET "wait_cause" = 'guard' WHERE "paused_at" IS NOT NULL AND "status" IN ('pending', 'running');

ALTER TABLE "mails" DROP CONSTRAINT "mails_kind_check";
ALTER TABLE "mails" ADD CONSTRAINT "mails_kind_check" CHECK ("kind" IN (
  'password_reset', 'welcome', 'webhook_off', 'billing_alert',
  'password_guessed', 'password_changed', 'webhook_added', 'api_token_added', 'campaign_waits'));
