-- When somebody first showed that the account's mailbox is theirs: by a mailed link, or by an issuer's word.
ALTER TABLE "users" ADD COLUMN "mailbox_proved_at" TIMESTAMPTZ(3);
UPDATE "users" AS u SET "mailbox_proved_at" = i."linked_at" FROM "identities" i
WHERE i."user_id" = u."id" AND lower(i."email") = u."email";

ALTER TABLE "mails" DROP CONSTRAINT "mails_kind_check";
ALTER TABLE "mails" ADD CONSTRAINT "mails_kind_check" CHECK ("kind" IN (
  'password_reset', 'password_reset_issuer', 'welcome', 'webhook_off', 'billing_alert',
  'password_guessed', 'password_changed', 'webhook_added', 'api_token_added', 'campaign_waits', 'radar_found',
  'second_factor_on', 'second_factor_off', 'recovery_code_used',
  'identity_linked', 'identity_unlinked', 'issuer_required_on', 'issuer_required_off',
  'deletion_requested', 'deletion_tomorrow', 'export_ready',
  'passkey_added', 'passkey_removed', 'passkey_copied', 'ways_removed')) NOT VALID;
