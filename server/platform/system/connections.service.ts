import { SEARCH_CONNECTIONS } from "@/server/platform/db/transaction";
import { env } from "@/server/platform/env";
import { QUEUES } from "@/server/platform/jobs/define-job";
import { QUEUE_CONNECTIONS } from "@/server/platform/jobs/queue";
import { logger } from "@/server/platform/logger";
import { countConnections } from "./system.repository";

/**
 * The most connections that a process uses: for its statements, for searches of the registry, for the live events and,
 * without Redis, for the queues; a worker also listens on each queue.
 */
export function countNeededConnections(process: "web" | "worker"): number {
  const ofQueue = QUEUE_CONNECTIONS + (process === "worker" ? 1 : 0);
  const withoutRedis = env.REDIS_URL ? 0 : QUEUES.length * ofQueue + 1;
  return env.DATABASE_CONNECTIONS + SEARCH_CONNECTIONS + withoutRedis;
}

/**
 * Warns at the start about a problem that would otherwise appear under load, as statements that wait for a connection
 * and fail. Where this cannot be checked, the process starts anyway.
 */
export async function warnOfConnections(process: "web" | "worker"): Promise<void> {
  const needed = countNeededConnections(process);
  try {
    const { allowed, taken } = await countConnections();
    if (allowed - taken >= needed) return;
    logger.warn(
      { allowed, taken, needed },
      "PostgreSQL may have too few connections for this process: raise max_connections or lower DATABASE_CONNECTIONS",
    );
  } catch (error) {
    logger.warn({ err: error, needed }, "not looked how many connections PostgreSQL has");
  }
}
