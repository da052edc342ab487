import { PRIVACY_EXPORT_PATH, PrivacyExport } from "@/lib/contracts/privacy/privacy";
import { AppError } from "@/lib/errors";
import { createHandler } from "@/server/platform/http/exchange";
import { identifyCaller } from "@/server/platform/http/identify";
import { parseQuery } from "@/server/platform/http/parse-input";
import { countAttempt } from "@/server/platform/http/rate-limit";
import { exportPerson } from "./person-export.service";

const MAX_ID = 2_147_483_647;
const LIMIT = { name: `GET ${PRIVACY_EXPORT_PATH}`, points: 30, windowSeconds: 300 };

/**
 * Downloads are opened as links, so the cookie alone authenticates them. The page contains strangers' texts: nothing in
 * it may run or load.
 */
export const personExportRoute = createHandler(
  `GET ${PRIVACY_EXPORT_PATH}`,
  async (request, params, log) => {
    const actor = await identifyCaller(request, log, "read", { role: "manager" });
    await countAttempt(LIMIT, `account ${actor.ownerId}`, log);
    const id = /^\d{1,10}$/.test(params["id"] ?? "") ? Number(params["id"]) : 0;
    if (id < 1 || id > MAX_ID) throw new AppError("not_found");
    const { content, type, fileName } = await exportPerson(
      actor,
      id,
      parseQuery(request, PrivacyExport),
    );
    return new Response(content, {
      headers: {
        "content-type": type,
        "content-disposition": fileName ? `attachment; filename="${fileName}"` : "inline",
        "x-content-type-options": "nosniff",
        "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        "cache-control": "no-store",
        "x-request-id": log.requestId,
      },
    });
  },
);
