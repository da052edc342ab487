import { LeadExport } from "@/lib/contracts/leads/lead-export";
import { exportSheet } from "@/server/platform/account-actions/export-sheet.service";
import { createHandler } from "@/server/platform/http/exchange";
import { identifyCaller } from "@/server/platform/http/identify";
import { parseQuery } from "@/server/platform/http/parse-input";
import { countAttempt } from "@/server/platform/http/rate-limit";
import { exportLeads } from "./lead-export.service";

const LIMIT = { name: "GET /api/leads/export", points: 60, windowSeconds: 300 };

/** Downloads are opened as links, so the cookie alone authenticates them. */
export const leadExportRoute = createHandler(
  "GET /api/leads/export",
  async (request, _params, log) => {
    const actor = await identifyCaller(request, log, "read");
    await countAttempt(LIMIT, `account ${actor.ownerId}`, log);
    const { format, ids, sort, direction, ...filter } = parseQuery(request, LeadExport);
    const order = { sort, descending: direction === "desc" };
    return exportSheet(actor, await exportLeads(actor, ids ? { ids } : { filter }, order), format);
  },
);
