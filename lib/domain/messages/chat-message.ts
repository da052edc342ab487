/**
 * `sending` and `unknown` are ours: a message on its way, and one whose outcome WhatsApp did not tell, so that it may
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

/** A message as a conversation shows it. */
export interface ChatMessage {
  id: number;
  /** 'me', or the contact's number or chat id. */
  sender: string;
  /** Null for content that cannot be shown. */
  content: string | null;
  /** ISO 8601 */
  timestamp: string;
  status: ChatMessageStatus;
  edited: boolean;
}
