import { chat } from "@/lib/contracts/messaging/chat";
import { listMessages } from "@/server/messaging/chat/chat.service";
import { route } from "@/server/platform/http/route";

export const GET = route(chat.messages, ({ actor, params, query }) =>
  listMessages(actor, params.number, query),
);
