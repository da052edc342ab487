import { optOuts } from "@/lib/contracts/messaging/opt-outs";
import { addOptOut, listOptOuts } from "@/server/messaging/blocked-numbers/blocked-numbers.service";
import { route } from "@/server/platform/http/route";

export const GET = route(optOuts.list, ({ actor, query }) => listOptOuts(actor, query));
export const POST = route(optOuts.add, ({ actor, body }) => addOptOut(actor, body.number));
