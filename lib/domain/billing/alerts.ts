/** What an administrator is told about payments. */
export const ALERT_KINDS = [
  "unmatched_event",
  "failed_event",
  "failed_order",
  "provider_unreachable",
  "record_mended",
  "unknown_subscription",
  "dispute_opened",
  "dispute_lost",
  "duplicate_refunded",
  "second_subscription",
  "closed_account_paid",
  "paid_after_end",
  "other_product",
  "unread_event",
] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** Of a state that lasts, and is found again and again: once somebody has seen it, it is told again only in other words. */
export const LASTING_ALERTS: readonly AlertKind[] = [
  "unmatched_event",
  "paid_after_end",
  "other_product",
  "unread_event",
];
