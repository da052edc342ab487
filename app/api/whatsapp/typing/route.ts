import { chat } from "@/lib/contracts/messaging/chat";
import { showTyping } from "@/server/messaging/chat/chat.service";
import { route } from "@/server/platform/http/route";

export const POST = route(chat.typing, ({ actor, body }) => showTyping(actor, body));
