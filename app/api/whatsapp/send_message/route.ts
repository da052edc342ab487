import { chat } from "@/lib/contracts/messaging/chat";
import { sendChatMessage } from "@/server/messaging/chat/chat-send.service";
import { route } from "@/server/platform/http/route";

export const POST = route(chat.send, ({ actor, body }) => sendChatMessage(actor, body));
