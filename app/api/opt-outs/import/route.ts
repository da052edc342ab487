import { optOuts } from "@/lib/contracts/messaging/opt-outs";
import { importOptOuts } from "@/server/messaging/blocked-numbers/number-import.service";
import { route } from "@/server/platform/http/route";

export const POST = route(optOuts.importFile, ({ actor, query, file }) =>
  importOptOuts(actor, file, {
    sheet: query.sheet,
    asksForSheet: query.several_sheets === "ask" && query.sheet === undefined,
  }),
);
