import { chatTemplates } from "@/lib/contracts/chat-templates";
import { getReplyWindow } from "@/server/chat/reply-window.service";
import { route } from "@/server/http/route";

export const GET = route(chatTemplates.window, ({ actor, params }) =>
  getReplyWindow(actor, params.number),
);
