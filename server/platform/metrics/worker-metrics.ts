import { createServer, type Server } from "node:http";
import { env } from "@/server/platform/env";
import { logger } from "@/server/platform/logger";
import { metrics } from "./metrics";
import { mayReadMetrics } from "./metrics-access";

/**
 * Serves a worker's metrics at `/metrics`, where a port and a token are set; null otherwise, or where the port is
 * taken.
 */
export async function startWorkerMetrics(): Promise<Server | null> {
  const { METRICS_PORT, METRICS_TOKEN, HOST } = env;
  if (!METRICS_PORT || !METRICS_TOKEN) return null;
  const server = createServer({ requestTimeout: 10_000 }, async (request, response) => {
    if (request.url !== "/metrics" || !mayReadMetrics(request.headers.authorization)) {
      return void response.writeHead(404).end();
    }
    try {
      const text = await metrics.metrics();
      response.writeHead(200, { "content-type": metrics.contentType }).end(text);
    } catch (error) {
      logger.error({ err: error }, "metrics");
      response.writeHead(500).end();
    }
  });
  // A worker also works when another worker on the machine already uses the port.
  const isOpen = await new Promise<boolean>((resolve) => {
    server.once("error", (error) => {
      logger.error({ err: error, port: METRICS_PORT }, "metrics are not told");
      resolve(false);
    });
    server.listen(METRICS_PORT, HOST, () => resolve(true));
  });
  return isOpen ? server : null;
}
