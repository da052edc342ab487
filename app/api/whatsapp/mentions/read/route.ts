import { chatNotes } from "@/lib/contracts/messaging/chat-notes";
import { readMentions } from "@/server/messaging/chat/chat-notes.service";
import { route } from "@/server/platform/http/route";

export const POST = route(chatNotes.readMentions, ({ actor, body }) =>
  readMentions(actor, body.contactNumber),
);
