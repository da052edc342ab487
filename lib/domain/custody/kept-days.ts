/** Days for which rows are kept, where more than the register of tables says so; lib/domain/custody/tables lists the others. */
export const KEPT_DAYS = {
  /** What a number of WhatsApp sent to whom is no longer known, only how many on which day. */
  numberStanding: 400,
  unreadBillingEvents: 30,
  /** Of an import that did not reach the end of its file, which may be continued until then. */
  importedRows: 7,
} as const;

/** How long deleted leads can be restored. */
export const LEAD_UNDO_MINUTES = 10;
