import { randomUUID } from "node:crypto";
import { isBaileysInstalled } from "@/server/messaging/whatsapp/provider.service";
import { env } from "@/server/platform/env";
import { createWorker } from "@/server/platform/jobs/queue";
import { logger } from "@/server/platform/logger";
import { leasedWorks } from "./leased-work";
import { run } from "./run";
import { startSchedules } from "./schedules";

/** Starts the queue workers and the schedules; `close` stops claiming and lets running work reach a safe point. */
export function startWorkers() {
  const shutdown = new AbortController();
  const workers = leasedWorks.map(({ job: { queue }, concurrency }) =>
    createWorker(
      queue,
      (job, token) => run(job, token, shutdown.signal),
      concurrency(env.WORKER_CONCURRENCY),
    ),
  );
  for (const worker of workers) void worker.run();
  const schedules = startSchedules(randomUUID());
  const sockets = env.whatsappProvider === "baileys" ? startSockets() : null;
  return {
    async close() {
      shutdown.abort();
      // At once, so that another worker takes over the phones within seconds.
      await Promise.all([sockets?.then((owner) => owner?.close()), schedules.close()]);
      await Promise.all(workers.map((worker) => worker.close()));
    },
  };
}

/** Baileys takes 70 MB, so it is loaded only where it is the provider. */
async function startSockets() {
  if (!isBaileysInstalled()) {
    logger.error("WHATSAPP_PROVIDER is baileys, whose package is not installed: no phone connects");
    return null;
  }
  const { startSocketOwner } = await import("@/server/inbound/socket-owner/socket-owner.service");
  return startSocketOwner();
}
