import { env } from "@/server/platform/env";
import { settledWithin } from "@/server/platform/within";
import { setSpans } from "@/server/platform/work";

/** Remaining spans are sent when the process ends, unless the collector takes longer. */
const CLOSE_WITHIN_MS = 2_000;

/** Sends spans of this process to OTEL_EXPORTER_OTLP_ENDPOINT; without an address nothing is loaded or measured. */
export async function startTracing(process: "web" | "worker") {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = env;
  if (!endpoint) return null;
  const { createOtlp } = await import("./otlp");
  const otlp = createOtlp(endpoint, process);
  setSpans(otlp.start);
  return {
    async close() {
      setSpans(undefined);
      await settledWithin(CLOSE_WITHIN_MS, otlp.close());
    },
  };
}
