/** Actions that are audited: an administrator's, and what a person does to open the account to programs. */
export const AUDIT_ACTIONS = [
  "account.created",
  "account.deactivated",
  "api_token.created",
  "api_token.revoked",
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
