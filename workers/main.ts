import { closeCommands } from "@/server/messaging/sockets/commands.service";
import { closeDatabase } from "@/server/platform/db/sql";
import { closeQueues } from "@/server/platform/jobs/enqueue";
import { closeLive } from "@/server/platform/live/publish";
import { logger } from "@/server/platform/logger";
import { endWithParent } from "@/server/platform/parent-watch";
import { onShutDown } from "@/server/platform/shut-down";
import { checkInstallation } from "@/server/platform/system/installation.service";
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
