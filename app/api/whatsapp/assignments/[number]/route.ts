import { chatAssignments } from "@/lib/contracts/messaging/chat-assignments";
import { listAssignments } from "@/server/messaging/chat/assign.service";
import { route } from "@/server/platform/http/route";

export const GET = route(chatAssignments.list, ({ actor, params }) =>
  listAssignments(actor, params.number),
);
