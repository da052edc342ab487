-- Whom the administrator obliges to have a second factor.
ALTER TABLE "installation" ADD COLUMN "factor_required_of" TEXT NOT NULL DEFAULT 'nobody';
ALTER TABLE "installation" ADD CONSTRAINT "installation_factor_required_of_check"
  CHECK ("factor_required_of" IN ('nobody', 'administrator', 'everyone'));

ALTER TABLE "audit_entries" DROP CONSTRAINT "audit_entries_action_check";
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_action_check"
  CHECK ("action" IN ('account.created', 'account.deactivated', 'account.sessions_ended', 'account.issuer_lifted',
                      'api_token.created', 'api_token.revoked',
                      'billing.created', 'billing.updated', 'billing.deleted',
                      'billing.event_retried', 'billing.event_linked', 'billing.alert_resolved',
                      'dead_letter.replayed', 'dead_letter.deleted', 'message.traced', 'registry.import_started',
                      'registry.import_stopped', 'registry.rolled_back', 'registry.partners_shown',
                      'registry.partners_hidden', 'price.set', 'copy.confirmed', 'second_factor.required')) NOT VALID;
