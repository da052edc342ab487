import { chatTemplates } from "@/lib/contracts/messaging/chat-templates";
import { getReplyWindow } from "@/server/messaging/chat/reply-window.service";
import { route } from "@/server/platform/http/route";

export const GET = route(chatTemplates.window, ({ actor, params }) =>
  getReplyWindow(actor, params.number),
);
