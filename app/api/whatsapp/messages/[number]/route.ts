import { chat } from "@/lib/contracts/chat";
import { listMessages } from "@/server/chat/chat.service";
import { route } from "@/server/http/route";

export const GET = route(chat.messages, ({ actor, params, query }) =>
  listMessages(actor, params.number, query),
);
