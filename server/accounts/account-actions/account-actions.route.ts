import { AccountActionsExport } from "@/lib/contracts/accounts/account-actions";
import { exportActions } from "@/server/platform/account-actions/account-actions.service";
import { createHandler } from "@/server/platform/http/exchange";
import { identifyCaller } from "@/server/platform/http/identify";
import { parseQuery } from "@/server/platform/http/parse-input";
import { countAttempt } from "@/server/platform/http/rate-limit";
import { downloadSheet } from "@/server/platform/spreadsheets/download";

const LIMIT = { name: "GET /api/account_actions/export", points: 20, windowSeconds: 300 };

/** Downloads are opened as links, so the cookie alone authenticates them. */
export const actionsExportRoute = createHandler(
  "GET /api/account_actions/export",
  async (request, _params, log) => {
    const actor = await identifyCaller(request, log, null, { role: "manager" });
    await countAttempt(LIMIT, `person ${actor.personId}`, log);
    const { format } = parseQuery(request, AccountActionsExport);
    return downloadSheet(actor, exportActions(actor), format);
  },
);
