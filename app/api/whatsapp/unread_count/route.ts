import { chat } from "@/lib/contracts/chat";
import { getUnreadCount } from "@/server/chat/chat.service";
import { route } from "@/server/http/route";

export const GET = route(chat.unread, ({ actor }) => getUnreadCount(actor));
