import * as z from "zod/mini";
import { RegistryFilter } from "@/lib/contracts/registry";
import { AppError } from "@/lib/errors";
import { describeIssue } from "@/server/http/describe-issue";
import { createHandler } from "@/server/http/exchange";
import { identifyCaller } from "@/server/http/identify";
import { countAttempt } from "@/server/http/rate-limit";
import { refuseNul } from "@/server/http/read-body";
import { downloadSheet } from "@/server/spreadsheets/download";
import { exportRegistry } from "./registry-export.service";

const LIMIT = { name: "GET /api/registry/export", points: 30, windowSeconds: 300 };

/** Downloads are opened as links, so the cookie alone authenticates them. */
export const registryExportRoute = createHandler(
  "GET /api/registry/export",
  async (request, _params, log) => {
    const actor = await identifyCaller(request, log, "read");
    await countAttempt(LIMIT, `user ${actor.userId}`, log);
    const query = refuseNul(Object.fromEntries(new URL(request.url).searchParams));
    const parsed = z.safeParse(RegistryFilter, query, { error: describeIssue });
    if (!parsed.success) {
      const fields = Object.fromEntries(
        parsed.error.issues.map((issue) => [issue.path.join("."), issue.message]),
      );
      throw new AppError("invalid_input", "", { fields });
    }
    return downloadSheet(await exportRegistry(parsed.data), "csv");
  },
);
