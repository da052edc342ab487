/** The kinds of payment alerts for administrators. */
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

/** Alerts about a lasting state, found again and again: a resolved one opens again only with a different text. */
export const LASTING_ALERTS: readonly AlertKind[] = [
  "unmatched_event",
  "paid_after_end",
  "other_product",
  "unread_event",
];
