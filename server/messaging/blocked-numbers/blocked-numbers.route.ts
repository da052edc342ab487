import { OptOutExport } from "@/lib/contracts/messaging/opt-outs";
import { exportSheet } from "@/server/platform/account-actions/export-sheet.service";
import { createHandler } from "@/server/platform/http/exchange";
import { identifyCaller } from "@/server/platform/http/identify";
import { parseQuery } from "@/server/platform/http/parse-input";
import { exportOptOuts } from "./blocked-numbers.service";

/** Downloads are opened as links, so the cookie alone authenticates them. */
export const optOutExportRoute = createHandler(
  "GET /api/opt-outs/export",
  async (request, _params, log) => {
    const actor = await identifyCaller(request, log, "read", { role: "manager" });
    const { format } = parseQuery(request, OptOutExport);
    return exportSheet(actor, exportOptOuts(actor), format);
  },
);
