/**
 * The status of a message as a rank that only rises, because receipts arrive late, twice and out of order. `failed`
 * ranks below `delivered`, so that a delivery receipt overrules a failure and never the reverse.
 */
export const MESSAGE_RANK = { pending: 1, sent: 2, failed: 3, delivered: 4, read: 5 } as const;

export type MessageStatus = keyof typeof MESSAGE_RANK;
