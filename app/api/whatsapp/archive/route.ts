import { chat } from "@/lib/contracts/chat";
import { archiveChat } from "@/server/chat/chat.service";
import { route } from "@/server/http/route";

export const POST = route(chat.archive, ({ actor, body }) => archiveChat(actor, body));
