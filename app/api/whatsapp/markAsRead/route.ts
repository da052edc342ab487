import { chat } from "@/lib/contracts/chat";
import { markChatAsRead } from "@/server/chat/chat.service";
import { route } from "@/server/http/route";

export const POST = route(chat.markAsRead, ({ actor, body }) =>
  markChatAsRead(actor, body.contactNumber),
);
