-- Partners are personal data: they are shown only where the installation's administrator chose so, and said why.
CREATE TABLE "registry_choices" (
    "id" BOOLEAN NOT NULL DEFAULT true,
    "shows_partners" BOOLEAN NOT NULL,
    "reason" TEXT NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "registry_choices_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "registry_choices_one_row_check" CHECK ("id"),
    CONSTRAINT "registry_choices_reason_check" CHECK (btrim("reason") <> '')
);

-- What a month has of them, once one is imported that keeps them.
CREATE VIEW "registry"."partners" AS
  SELECT NULL::text COLLATE "C" AS base, NULL::text COLLATE "C" AS name, NULL::text COLLATE "C" AS document,
         NULL::smallint AS role, NULL::date AS since
  WHERE false;

ALTER TABLE "audit_entries" DROP CONSTRAINT "audit_entries_action_check";
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_action_check"
  CHECK ("action" IN ('account.created', 'account.deactivated', 'account.sessions_ended',
                      'api_token.created', 'api_token.revoked',
                      'billing.created', 'billing.updated', 'billing.deleted',
                      'billing.event_retried', 'billing.event_linked', 'billing.alert_resolved',
                      'dead_letter.replayed', 'dead_letter.deleted', 'registry.import_started',
                      'registry.import_stopped', 'registry.rolled_back', 'registry.partners_shown',
                      'registry.partners_hidden', 'price.set', 'copy.confirmed'));
