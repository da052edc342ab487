/** For how long after a contact's last message Meta's Cloud API takes any text; after that only templates. */
export const REPLY_WINDOW_HOURS = 24;
