import { chatTemplates } from "@/lib/contracts/chat-templates";
import { sendTemplateMessage } from "@/server/chat/chat-template.service";
import { route } from "@/server/http/route";

export const POST = route(chatTemplates.send, ({ actor, body }) =>
  sendTemplateMessage(actor, body),
);
