import { chat } from "@/lib/contracts/chat";
import { listChats } from "@/server/chat/chat.service";
import { route } from "@/server/http/route";

export const GET = route(chat.list, ({ actor, query }) => listChats(actor, query));
