-- The lists of words that grew: rows are read without holding anybody up.
ALTER TABLE "mails" VALIDATE CONSTRAINT "mails_kind_check";
ALTER TABLE "account_actions" VALIDATE CONSTRAINT "account_actions_action_check";
ALTER TABLE "audit_entries" VALIDATE CONSTRAINT "audit_entries_action_check";
