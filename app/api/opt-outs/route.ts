import { optOuts } from "@/lib/contracts/opt-outs";
import { addOptOut, listOptOuts } from "@/server/blocked-numbers/blocked-numbers.service";
import { route } from "@/server/http/route";

export const GET = route(optOuts.list, ({ actor, query }) => listOptOuts(actor, query));
export const POST = route(optOuts.add, ({ actor, body }) => addOptOut(actor, body.number));
