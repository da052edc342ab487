import { optOuts } from "@/lib/contracts/opt-outs";
import { importOptOuts } from "@/server/blocked-numbers/number-import.service";
import { route } from "@/server/http/route";

export const POST = route(optOuts.importFile, ({ actor, file }) => importOptOuts(actor, file));
