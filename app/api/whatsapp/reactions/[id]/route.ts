import { chat } from "@/lib/contracts/messaging/chat";
import { reactToMessage } from "@/server/messaging/chat/chat-reaction.service";
import { route } from "@/server/platform/http/route";

export const POST = route(chat.react, ({ actor, params, body }) =>
  reactToMessage(actor, params.id, body.emoji),
);
