-- A database that was restored from a backup, or copied, is held until a person says that it is the one that works.
ALTER TABLE "installation"
  ADD COLUMN "place" TEXT,
  ADD COLUMN "beat" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "beat_at" TIMESTAMPTZ(3),
  ADD COLUMN "held_since" TIMESTAMPTZ(3),
  ADD COLUMN "held_because" TEXT,
  ADD COLUMN "known_until" TIMESTAMPTZ(3),
  ADD COLUMN "confirmed_at" TIMESTAMPTZ(3),
  ADD CONSTRAINT "installation_held_check" CHECK (
    ("held_since" IS NULL) = ("held_because" IS NULL) AND "held_because" IN ('moved', 'older'));

-- What was said since the backup is to be read before strangers are written to.
ALTER TABLE "whatsapp_instances" ADD COLUMN "recover_since" TIMESTAMPTZ(3), ADD COLUMN "recover_due_at" TIMESTAMPTZ(3);

ALTER TABLE "campaign_runs" DROP CONSTRAINT "campaign_runs_wait_cause_check";
ALTER TABLE "campaign_runs" ADD CONSTRAINT "campaign_runs_wait_cause_check" CHECK ("wait_cause" IN
  ('person', 'guard', 'undo', 'window', 'cap', 'step', 'disconnected', 'restricted', 'templates', 'unreachable', 'passing',
   'recovering'));

ALTER TABLE "audit_entries" DROP CONSTRAINT "audit_entries_action_check";
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_action_check"
  CHECK ("action" IN ('account.created', 'account.deactivated', 'account.sessions_ended',
                      'api_token.created', 'api_token.revoked',
                      'billing.created', 'billing.updated', 'billing.deleted',
                      'billing.event_retried', 'billing.event_linked', 'billing.alert_resolved',
                      'dead_letter.replayed', 'dead_letter.deleted', 'registry.import_started',
                      'registry.import_stopped', 'registry.rolled_back', 'price.set', 'copy.confirmed'));
