/** Days for which rows are kept, where no other file of lib/domain says it; lib/domain/custody/retention lists all of them. */
export const KEPT_DAYS = {
  sessions: 30,
  mails: 30,
  deadLetters: 30,
  connectionGaps: 30,
  webhookDeliveries: 30,
  billingEvents: 400,
  unreadBillingEvents: 30,
  unmatchedBillingEvents: 30,
  /** As long as the caps on first contacts count the messages of deleted campaigns. */
  hiddenCampaigns: 31,
  unstartedImports: 1,
  importedRows: 7,
  exports: 30,
  numberStanding: 400,
} as const;

/** How long deleted leads can be restored. */
export const LEAD_UNDO_MINUTES = 10;
