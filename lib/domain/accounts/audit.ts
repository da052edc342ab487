/** Actions that are audited: an administrator's, and what a person does to open the account to programs. */
export const AUDIT_ACTIONS = [
  "account.created",
  "account.deactivated",
  "account.sessions_ended",
  "api_token.created",
  "api_token.revoked",
  "billing.created",
  "billing.updated",
  "billing.deleted",
  "billing.event_retried",
  "billing.event_linked",
  "billing.alert_resolved",
  "copy.confirmed",
  "dead_letter.replayed",
  "dead_letter.deleted",
  "price.set",
  "registry.import_started",
  "registry.import_stopped",
  "registry.rolled_back",
  "registry.partners_shown",
  "registry.partners_hidden",
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];
