import type { ChatMessage } from "@/lib/contracts/chat";

/** A message of one's own as it is shown until the server's copy of it is here. */
export function toOwnMessage(
  own: Pick<ChatMessage, "id" | "content" | "timestamp" | "status"> & Partial<ChatMessage>,
): ChatMessage {
  return {
    sender: "me",
    kind: "text",
    failure: null,
    edited: false,
    deleted: false,
    quoted: null,
    reactions: [],
    media: null,
    location: null,
    contacts: [],
    ...own,
  };
}
