import { OptOutExport } from "@/lib/contracts/opt-outs";
import { createHandler } from "@/server/http/exchange";
import { identifyCaller } from "@/server/http/identify";
import { parseQuery } from "@/server/http/parse-input";
import { downloadSheet } from "@/server/spreadsheets/download";
import { exportOptOuts } from "./blocked-numbers.service";

/** Downloads are opened as links, so the cookie alone authenticates them. */
export const optOutExportRoute = createHandler(
  "GET /api/opt-outs/export",
  async (request, _params, log) => {
    const actor = await identifyCaller(request, log, "read");
    const { format } = parseQuery(request, OptOutExport);
    return downloadSheet(actor, exportOptOuts(actor), format);
  },
);
