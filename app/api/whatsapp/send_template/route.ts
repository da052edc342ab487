import { chatTemplates } from "@/lib/contracts/messaging/chat-templates";
import { sendTemplateMessage } from "@/server/messaging/chat/chat-templates.service";
import { route } from "@/server/platform/http/route";

export const POST = route(chatTemplates.send, ({ actor, body }) =>
  sendTemplateMessage(actor, body),
);
