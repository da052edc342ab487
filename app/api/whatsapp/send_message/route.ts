import { chat } from "@/lib/contracts/chat";
import { sendChatMessage } from "@/server/chat/chat-send.service";
import { route } from "@/server/http/route";

export const POST = route(chat.send, ({ actor, body }) => sendChatMessage(actor, body));
