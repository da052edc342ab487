import { randomUUID } from "node:crypto";
import { env } from "@/server/platform/env";
import { createWorker } from "@/server/platform/jobs/queue";
import type { QueueName } from "./leased-work";
import { run } from "./run";
import { startSchedules } from "./schedules";

/** Concurrent jobs per queue in one worker. */
const CONCURRENCY: Record<QueueName, number> = {
  searches: env.WORKER_CONCURRENCY,
  // A run mostly waits, for the provider and for its turn; what runs decide at the same time is one transaction.
  campaigns: 64,
  // An import is bound by processor and database: more at once would be slower.
  imports: Math.min(env.WORKER_CONCURRENCY, 2),
  // Each may hold a connection to the provider and a file on disk for minutes.
  media: Math.min(env.WORKER_CONCURRENCY, 4),
  // One import at a time in the whole installation.
  registry: 1,
  mails: env.WORKER_CONCURRENCY,
  // Each makes a few calls to a provider that limits them.
  billing: Math.min(env.WORKER_CONCURRENCY, 4),
  // Each waits for a stranger's server: those of the first usually answer at once, the others after up to 15 seconds.
  webhooks: 48,
  "slow-webhooks": 24,
};

/** Starts the queue workers and the schedules; `close` stops claiming and lets running work reach a safe point. */
export function startWorkers() {
  const shutdown = new AbortController();
  const workers = Object.entries(CONCURRENCY).map(([name, concurrency]) =>
    createWorker(name, (job, token) => run(job, token, shutdown.signal), concurrency),
  );
  for (const worker of workers) void worker.run();
  const schedules = startSchedules(randomUUID());
  const sockets = env.whatsappProvider === "baileys" ? startSockets() : null;
  return {
    async close() {
      shutdown.abort();
      // At once: another worker is to take the phones over within seconds.
      await Promise.all([sockets?.then((owner) => owner.close()), schedules.close()]);
      await Promise.all(workers.map((worker) => worker.close()));
    },
  };
}

/** Baileys takes 70 MB, so it is loaded only where it is the provider. */
async function startSockets() {
  const { startSocketOwner } = await import("@/server/inbound/socket-owner/socket-owner.service");
  return startSocketOwner();
}
