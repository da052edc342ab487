import { randomUUID } from "node:crypto";
import { env } from "@/server/env";
import type { QueueName } from "@/server/jobs/define-job";
import { createWorker } from "@/server/jobs/queue";
import { run } from "./run";
import { startSchedules } from "./schedules";

/** An import keeps processor and database busy and waits for nobody: more at once would only be slower. */
const MOST_AT_ONCE: Partial<Record<QueueName, number>> = { imports: 2 };

/** Starts consuming every queue and looking after the schedules; `close` stops claiming and lets what runs come to a safe point. */
export function startWorkers() {
  const shutdown = new AbortController();
  const queues: QueueName[] = ["searches", "campaigns", "imports", "mails"];
  const workers = queues.map((name) =>
    createWorker(
      name,
      (job, token) => run(job, token, shutdown.signal),
      Math.min(env.WORKER_CONCURRENCY, MOST_AT_ONCE[name] ?? Number.POSITIVE_INFINITY),
    ),
  );
  for (const worker of workers) void worker.run();
  const schedules = startSchedules(randomUUID());
  return {
    async close() {
      shutdown.abort();
      await schedules.close();
      await Promise.all(workers.map((worker) => worker.close()));
    },
  };
}
