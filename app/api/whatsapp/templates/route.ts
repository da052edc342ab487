import { chatTemplates } from "@/lib/contracts/messaging/chat-templates";
import { listTemplates } from "@/server/messaging/chat/chat-templates.service";
import { route } from "@/server/platform/http/route";

export const GET = route(chatTemplates.list, ({ actor }) => listTemplates(actor));
