/** What an administrator may choose. */
export const BILLING_STATUSES = ["active", "canceled", "past_due", "unpaid", "trial"] as const;

/** Of any record: those of a payment provider may also wait for their first payment, or be paused. */
export const RECORD_STATUSES = [...BILLING_STATUSES, "incomplete", "paused"] as const;
export type RecordStatus = (typeof RECORD_STATUSES)[number];

/** Records per page of the administrator's table. */
export const BILLING_PAGE_SIZE = 5;
