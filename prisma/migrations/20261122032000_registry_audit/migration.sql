-- What an administrator did with the company registry.
ALTER TABLE "audit_entries" DROP CONSTRAINT "audit_entries_action_check";
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_action_check"
  CHECK ("action" IN ('account.created', 'account.deactivated', 'billing.created', 'billing.deleted',
                      'dead_letter.replayed', 'dead_letter.deleted', 'registry.import_started',
                      'registry.import_stopped', 'registry.rolled_back'));
