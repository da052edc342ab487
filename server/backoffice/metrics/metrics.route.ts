import { AppError } from "@/lib/errors";
import { createHandler } from "@/server/platform/http/exchange";
import { mayReadMetrics } from "@/server/platform/metrics/metrics-access";
import { readMetrics } from "./metrics.service";

/** For Prometheus: metrics of this process, and of the installation from the database. Not found without the token. */
export const metricsRoute = createHandler("GET /api/metrics", async (request) => {
  if (!mayReadMetrics(request.headers.get("authorization"))) {
    throw new AppError("not_found", "Endereço não encontrado.");
  }
  const { text, contentType } = await readMetrics();
  return new Response(text, {
    headers: {
      "content-type": contentType,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });
});
