import { chatSearch } from "@/lib/contracts/messaging/chat-search";
import { searchMessages } from "@/server/messaging/chat/chat-search.service";
import { route } from "@/server/platform/http/route";

export const GET = route(chatSearch.messages, ({ actor, query }) => searchMessages(actor, query));
