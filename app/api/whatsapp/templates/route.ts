import { chatTemplates } from "@/lib/contracts/messaging/chat-templates";
import { listTemplates } from "@/server/messaging/chat/chat-template.service";
import { route } from "@/server/platform/http/route";

export const GET = route(chatTemplates.list, ({ actor }) => listTemplates(actor));
