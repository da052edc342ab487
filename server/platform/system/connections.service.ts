import { SEARCH_CONNECTIONS } from "@/server/platform/db/transaction";
import { env } from "@/server/platform/env";
import { QUEUES } from "@/server/platform/jobs/define-job";
import { QUEUE_CONNECTIONS } from "@/server/platform/jobs/queue";
import { logger } from "@/server/platform/logger";
import { countConnections } from "./system.repository";

/**
 * The most connections that a process takes: for its statements, for searches of the registry and, without Redis, for
 * the queues, on each of which a worker listens besides, and for the live events.
 */
export function countNeededConnections(process: "web" | "worker"): number {
  const ofQueue = QUEUE_CONNECTIONS + (process === "worker" ? 1 : 0);
  const withoutRedis = env.REDIS_URL ? 0 : QUEUES.length * ofQueue + 1;
  return env.DATABASE_CONNECTIONS + SEARCH_CONNECTIONS + withoutRedis;
}

/**
 * Says at the start what would show later, under load, as statements that wait for a connection and fail. Where that
 * cannot be looked up, the process starts all the same.
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
