import { chatTemplates } from "@/lib/contracts/chat-templates";
import { listTemplates } from "@/server/chat/chat-template.service";
import { route } from "@/server/http/route";

export const GET = route(chatTemplates.list, ({ actor }) => listTemplates(actor));
