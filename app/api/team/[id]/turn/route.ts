import { turns } from "@/lib/contracts/messaging/turns";
import { setTurn } from "@/server/messaging/turns/turns.service";
import { route } from "@/server/platform/http/route";

export const PUT = route(turns.set, ({ actor, params, body }) => setTurn(actor, params.id, body));
