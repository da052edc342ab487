import type { ChatMedia, ChatMessage } from "@/lib/contracts/messaging/chat";
import { isShownInPage } from "@/lib/domain/media/media-type";
import type { Attachment } from "./attachment.queries";

/** A file in its form for sending. */
export type SentFile = Attachment & { bytes: number };

/** The file of the user's own message, until the server's copy arrives. */
export function toOwnFile(
  { kind, mime, bytes, name, width, height }: SentFile,
  state: ChatMedia["state"],
): Pick<ChatMessage, "kind" | "media"> {
  const shown = isShownInPage(mime);
  return {
    kind,
    media: { state, mime, bytes, fileName: name, seconds: null, width, height, shown },
  };
}

/** The user's own message as it is shown until the server's copy arrives. */
export function toOwnMessage(
  own: Pick<ChatMessage, "id" | "content" | "timestamp" | "status"> & Partial<ChatMessage>,
): ChatMessage {
  return {
    sender: "me",
    kind: "text",
    failure: null,
    charge: null,
    edited: false,
    earlier: [],
    deleted: false,
    quoted: null,
    reactions: [],
    media: null,
    location: null,
    contacts: [],
    intent: null,
    personId: null,
    ...own,
  };
}
