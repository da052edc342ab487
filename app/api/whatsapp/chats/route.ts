import { chat } from "@/lib/contracts/messaging/chat";
import { listChats } from "@/server/messaging/chat/chat.service";
import { route } from "@/server/platform/http/route";

export const GET = route(chat.list, ({ actor, query }) => listChats(actor, query));
