-- The administrator looks up why somebody's message was not sent: whose, is kept.
ALTER TABLE "audit_entries" DROP CONSTRAINT "audit_entries_action_check";
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_action_check"
  CHECK ("action" IN ('account.created', 'account.deactivated', 'account.sessions_ended',
                      'api_token.created', 'api_token.revoked',
                      'billing.created', 'billing.updated', 'billing.deleted',
                      'billing.event_retried', 'billing.event_linked', 'billing.alert_resolved',
                      'dead_letter.replayed', 'dead_letter.deleted', 'message.traced', 'registry.import_started',
                      'registry.import_stopped', 'registry.rolled_back', 'registry.partners_shown',
                      'registry.partners_hidden', 'price.set', 'copy.confirmed'));
