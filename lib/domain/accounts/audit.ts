/** Actions of an administrator that are audited. */
export const AUDIT_ACTIONS = [
  "account.created",
  "account.deactivated",
  "billing.created",
  "billing.deleted",
  "billing.event_retried",
  "billing.alert_resolved",
  "dead_letter.replayed",
  "dead_letter.deleted",
  "registry.import_started",
  "registry.import_stopped",
  "registry.rolled_back",
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];
