import { chat } from "@/lib/contracts/chat";
import { reactToMessage } from "@/server/chat/chat-reaction.service";
import { route } from "@/server/http/route";

export const POST = route(chat.react, ({ actor, params, body }) =>
  reactToMessage(actor, params.id, body.emoji),
);
