import { chat } from "@/lib/contracts/chat";
import { showTyping } from "@/server/chat/chat.service";
import { route } from "@/server/http/route";

export const POST = route(chat.typing, ({ actor, body }) => showTyping(actor, body));
