import { chat } from "@/lib/contracts/messaging/chat";
import { getUnreadCount } from "@/server/messaging/chat/chat.service";
import { route } from "@/server/platform/http/route";

export const GET = route(chat.unread, ({ actor }) => getUnreadCount(actor));
