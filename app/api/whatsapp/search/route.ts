import { chatSearch } from "@/lib/contracts/chat-search";
import { searchMessages } from "@/server/chat/chat-search.service";
import { route } from "@/server/http/route";

export const GET = route(chatSearch.messages, ({ actor, query }) => searchMessages(actor, query));
