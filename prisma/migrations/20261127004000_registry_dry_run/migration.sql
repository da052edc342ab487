-- A month that is built and compared, and waits for a person before it is searched.
ALTER TABLE "registry_imports" ADD COLUMN "dry_run" BOOLEAN NOT NULL DEFAULT false;
-- What it would change: a MonthChanges of lib/domain/registry/month-changes.
ALTER TABLE "registry_imports" ADD COLUMN "changes" JSONB;
ALTER TABLE "registry_imports" DROP CONSTRAINT "registry_imports_status_check";
ALTER TABLE "registry_imports" ADD CONSTRAINT "registry_imports_status_check"
    CHECK ("status" IN ('processing', 'prepared', 'completed', 'stopped', 'error'));
ALTER TABLE "registry_imports" ADD CONSTRAINT "registry_imports_prepared_check"
    CHECK ("status" <> 'prepared' OR ("dry_run" AND "served" IS NULL AND "changes" IS NOT NULL));
-- A built month takes as much disk as the one that is served.
CREATE UNIQUE INDEX "registry_imports_prepared_key" ON "registry_imports" ("status") WHERE "status" = 'prepared';

ALTER TABLE "audit_entries" DROP CONSTRAINT "audit_entries_action_check";
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_action_check" CHECK ("action" IN (
    'account.created', 'account.deactivated', 'account.sessions_ended', 'account.issuer_lifted', 'api_token.created', 'api_token.revoked', 'billing.created', 'billing.updated', 'billing.deleted', 'billing.event_retried', 'billing.event_linked', 'billing.alert_resolved', 'copy.confirmed', 'dead_letter.replayed', 'dead_letter.deleted', 'message.traced', 'price.set', 'registry.import_started', 'registry.import_stopped', 'registry.month_served', 'registry.month_discarded', 'registry.rolled_back', 'registry.partners_shown', 'registry.partners_hidden', 'second_factor.required')) NOT VALID;
