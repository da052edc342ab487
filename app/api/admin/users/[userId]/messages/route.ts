import { messageTrace } from "@/lib/contracts/backoffice/message-trace";
import { traceMessages } from "@/server/backoffice/message-trace/message-trace.service";
import { route } from "@/server/platform/http/route";

export const GET = route(messageTrace.read, ({ actor, params, query }) =>
  traceMessages(actor, params.userId, query.number),
);
