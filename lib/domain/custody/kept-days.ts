/** Days for which things are kept whose own pages of rules say nothing of it; lib/domain/custody/retention lists all. */
export const KEPT_DAYS = {
  sessions: 30,
  mails: 30,
  deadLetters: 30,
  connectionGaps: 30,
  webhookDeliveries: 30,
  billingEvents: 400,
  unreadBillingEvents: 30,
  hiddenCampaigns: 31,
  unstartedImports: 1,
  importedRows: 7,
  exports: 30,
  numberStanding: 400,
} as const;

/** Deleted leads can be restored for so long. */
export const LEAD_UNDO_MINUTES = 10;
