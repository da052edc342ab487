import { beats } from "@/server/backoffice/recovery/beats.service";
import { closeCommands } from "@/server/messaging/sockets/commands.service";
import { closeDatabase } from "@/server/platform/db/sql";
import { env } from "@/server/platform/env";
import { closeQueues } from "@/server/platform/jobs/enqueue";
import { closeLive } from "@/server/platform/live/publish";
import { logger } from "@/server/platform/logger";
import { measureProcess } from "@/server/platform/metrics/metrics";
import { startWorkerMetrics } from "@/server/platform/metrics/worker-metrics";
import { endWithParent } from "@/server/platform/parent-watch";
import { onShutDown } from "@/server/platform/shut-down";
import { warnOfConnections } from "@/server/platform/system/connections.service";
import { awaitRelease, lookForCopy, watchForCopies } from "@/server/platform/system/copies.service";
import {
  checkInstallation,
  describeInstallation,
} from "@/server/platform/system/installation.service";
import { startTracing } from "@/server/platform/tracing/tracing";
import { startWorkers } from "./start";

/** Work that has not finished by then is continued by another worker once its lease expires. */
const GRACE_MS = 25_000;

if (env.METRICS_TOKEN) measureProcess();
const tracing = await startTracing("worker");
const checked = await checkInstallation();
await warnOfConnections("worker");
// Started before waiting for a copy's release: a supervisor would otherwise consider this process stuck and restart it
// again and again. The metrics concern only the process; the heartbeat shows that a worker works.
const metrics = await startWorkerMetrics();
if (await lookForCopy(beats)) await awaitRelease();
const watch = watchForCopies(beats, () => {
  logger.fatal("the database was replaced by a copy: nothing more is done on it");
  process.exit(1);
});
const workers = startWorkers();
logger.info({ ...describeInstallation(), ...checked }, "worker started");

onShutDown(GRACE_MS, async () => {
  watch.stop();
  metrics?.close();
  await workers.close();
  await closeQueues();
  await closeCommands();
  await closeLive();
  await closeDatabase();
  await tracing?.close();
  logger.info("worker stopped");
});
endWithParent();
