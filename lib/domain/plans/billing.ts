export const BILLING_STATUSES = ["active", "canceled", "past_due", "unpaid", "trial"] as const;
export type BillingStatus = (typeof BILLING_STATUSES)[number];

/** Records per page of the administrator's table. */
export const BILLING_PAGE_SIZE = 5;
