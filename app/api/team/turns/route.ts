import { turns } from "@/lib/contracts/messaging/turns";
import { listTurns } from "@/server/messaging/turns/turns.service";
import { route } from "@/server/platform/http/route";

export const GET = route(turns.list, ({ actor }) => listTurns(actor));
