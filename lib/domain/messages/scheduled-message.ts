/** Waiting messages of one account. */
export const MOST_SCHEDULED = 500;
/** A later time counts as a typing error. */
export const SCHEDULED_MAX_DAYS = 365;
/** While the connection is down, a due message waits this long; after that it is not sent any more. */
export const SCHEDULED_GRACE_HOURS = 12;
/** How long a message that did not go out stays visible. */
export const SCHEDULED_KEPT_DAYS = 7;

/** `answered`: the person wrote first, and it was not to go out then. */
export const SCHEDULED_STATES = ["scheduled", "answered", "failed"] as const;
