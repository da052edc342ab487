import { chatAssignments } from "@/lib/contracts/messaging/chat-assignments";
import { assignChat } from "@/server/messaging/chat/assign.service";
import { route } from "@/server/platform/http/route";

export const POST = route(chatAssignments.assign, ({ actor, body }) => assignChat(actor, body));
