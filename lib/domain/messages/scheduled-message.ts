/** Those of an account that wait. */
export const MOST_SCHEDULED = 500;
/** A later time is taken for a typing error. */
export const SCHEDULED_MAX_DAYS = 365;
/** While the connection is down a message that is due waits so long, and is then not sent any more. */
export const SCHEDULED_GRACE_HOURS = 12;
/** How long it is told what became of one that did not go out. */
export const SCHEDULED_KEPT_DAYS = 7;

/** `answered`: the person wrote first, and it was not to go out then. */
export const SCHEDULED_STATES = ["scheduled", "answered", "failed"] as const;
