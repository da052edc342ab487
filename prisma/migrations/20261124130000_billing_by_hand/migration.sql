-- What is settled without the payment provider has no id of it.
ALTER TABLE "billings" ALTER COLUMN "stripe_customer_id" DROP NOT NULL,
                       ALTER COLUMN "stripe_subscription_id" DROP NOT NULL;
ALTER TABLE "billings" ADD CONSTRAINT "billings_provider_ids_check"
  CHECK ("source" = 'admin' OR ("stripe_customer_id" IS NOT NULL AND "stripe_subscription_id" IS NOT NULL));

ALTER TABLE "audit_entries" DROP CONSTRAINT "audit_entries_action_check";
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_action_check"
  CHECK ("action" IN ('account.created', 'account.deactivated', 'account.sessions_ended',
                      'api_token.created', 'api_token.revoked',
                      'billing.created', 'billing.updated', 'billing.deleted',
                      'billing.event_retried', 'billing.event_linked', 'billing.alert_resolved',
                      'dead_letter.replayed', 'dead_letter.deleted', 'registry.import_started',
                      'registry.import_stopped', 'registry.rolled_back'));
