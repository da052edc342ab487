/** Actions of an administrator that are audited. */
export const AUDIT_ACTIONS = [
  "account.created",
  "account.deactivated",
  "billing.created",
  "billing.deleted",
  "dead_letter.replayed",
  "dead_letter.deleted",
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];
