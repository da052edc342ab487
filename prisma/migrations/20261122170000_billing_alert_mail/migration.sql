-- Tells the administrator that something about payments waits for them.
ALTER TABLE "mails" DROP CONSTRAINT "mails_kind_check";
ALTER TABLE "mails"
  ADD CONSTRAINT "mails_kind_check" CHECK ("kind" IN ('password_reset', 'welcome', 'webhook_off', 'billing_alert'));
