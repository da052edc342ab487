import { closeDatabase } from "@/server/db/sql";
import { closeQueues } from "@/server/jobs/enqueue";
import { closeLive } from "@/server/live/publish";
import { logger } from "@/server/logger";
import { endWithParent } from "@/server/parent-watch";
import { onShutDown } from "@/server/shut-down";
import { closeCommands } from "@/server/sockets/commands.service";
import { checkInstallation } from "@/server/system/installation.service";
import { startWorkers } from "./start";

/** Work that has not finished by then is continued by another worker once its lease expires. */
const GRACE_MS = 25_000;

await checkInstallation();
const workers = startWorkers();
logger.info("worker started");

onShutDown(GRACE_MS, async () => {
  await workers.close();
  await closeQueues();
  await closeCommands();
  await closeLive();
  await closeDatabase();
  logger.info("worker stopped");
});
endWithParent();
