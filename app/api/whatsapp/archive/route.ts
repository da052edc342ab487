import { chat } from "@/lib/contracts/messaging/chat";
import { archiveChat } from "@/server/messaging/chat/chat.service";
import { route } from "@/server/platform/http/route";

export const POST = route(chat.archive, ({ actor, body }) => archiveChat(actor, body));
