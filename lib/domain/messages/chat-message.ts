/**
 * The filters of the list of conversations; `unanswered`: the contact wrote last; `mine`: I answer it; `mentions`: a
 * note mentions me that I have not seen. Archived ones are
 * in no other list but `mixed`, which may contain messages of a landline and of a mobile, because both once had one key.
 */
export const CHAT_FILTERS = [
  "all",
  "unread",
  "lead",
  "unanswered",
  "mentions",
  "mine",
  "unassigned",
  "archived",
  "mixed",
] as const;
export type ChatFilter = (typeof CHAT_FILTERS)[number];

/**
 * `sending` and `unknown` are ours: a message on its way, and one whose outcome WhatsApp did not report, so that it may
 * have arrived.
 */
export const CHAT_MESSAGE_STATUSES = [
  "sending",
  "sent",
  "delivered",
  "read",
  "failed",
  "unknown",
] as const;
export type ChatMessageStatus = (typeof CHAT_MESSAGE_STATUSES)[number];
