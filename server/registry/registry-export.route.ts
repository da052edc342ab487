import { RegistryFilter } from "@/lib/contracts/registry";
import { createHandler } from "@/server/http/exchange";
import { identifyCaller } from "@/server/http/identify";
import { parseQuery } from "@/server/http/parse-input";
import { countAttempt } from "@/server/http/rate-limit";
import { downloadSheet } from "@/server/spreadsheets/download";
import { exportRegistry } from "./registry-export.service";

const LIMIT = { name: "GET /api/registry/export", points: 30, windowSeconds: 300 };

/** Downloads are opened as links, so the cookie alone authenticates them. */
export const registryExportRoute = createHandler(
  "GET /api/registry/export",
  async (request, _params, log) => {
    const actor = await identifyCaller(request, log, "read");
    await countAttempt(LIMIT, `user ${actor.userId}`, log);
    const parsed = parseQuery(request, RegistryFilter);
    return downloadSheet(actor, await exportRegistry(parsed), "csv");
  },
);
