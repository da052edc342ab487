import { RegistryFilter } from "@/lib/contracts/registry/registry";
import { createHandler } from "@/server/platform/http/exchange";
import { identifyCaller } from "@/server/platform/http/identify";
import { parseQuery } from "@/server/platform/http/parse-input";
import { countAttempt } from "@/server/platform/http/rate-limit";
import { downloadSheet } from "@/server/platform/spreadsheets/download";
import { exportRegistry } from "./registry-export.service";

const LIMIT = { name: "GET /api/registry/export", points: 30, windowSeconds: 300 };

/** Downloads are opened as links, so the cookie alone authenticates them. */
export const registryExportRoute = createHandler(
  "GET /api/registry/export",
  async (request, _params, log) => {
    const actor = await identifyCaller(request, log, "read");
    await countAttempt(LIMIT, `account ${actor.ownerId}`, log);
    const parsed = parseQuery(request, RegistryFilter);
    return downloadSheet(actor, await exportRegistry(parsed), "csv");
  },
);
