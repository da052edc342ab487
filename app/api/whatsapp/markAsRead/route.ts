import { chat } from "@/lib/contracts/messaging/chat";
import { markChatAsRead } from "@/server/messaging/chat/chat.service";
import { route } from "@/server/platform/http/route";

export const POST = route(chat.markAsRead, ({ actor, body }) =>
  markChatAsRead(actor, body.contactNumber),
);
