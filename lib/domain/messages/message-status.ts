/**
 * How far a message is known to have come. Receipts arrive late, twice and out of order: a rank only climbs. `failed`
 * stands below `delivered`, so that a receipt of delivery overrules a failure and never the other way round.
 */
export const MESSAGE_RANK = { pending: 1, sent: 2, failed: 3, delivered: 4, read: 5 } as const;

export type MessageStatus = keyof typeof MESSAGE_RANK;
