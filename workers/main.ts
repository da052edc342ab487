import { closeDatabase } from "@/server/db/sql";
import { closeQueues } from "@/server/jobs/enqueue";
import { closeLive } from "@/server/live/publish";
import { logger } from "@/server/logger";
import { endWithParent } from "@/server/parent-watch";
import { refuseDemonstration } from "@/server/system/system.service";
import { startWorkers } from "./start";

const GRACE_MS = 25_000;

await refuseDemonstration();
const workers = startWorkers();
logger.info("worker started");

endWithParent();
let closing = false;
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.on(signal, () => {
    if (closing) return;
    closing = true;
    // Leases end by themselves: what does not come to rest in time is taken up by the next worker.
    setTimeout(() => process.exit(1), GRACE_MS).unref();
    void shutDown();
  });
}

async function shutDown() {
  await workers.close();
  await closeQueues();
  await closeLive();
  await closeDatabase();
  logger.info("worker stopped");
  process.exit(0);
}
