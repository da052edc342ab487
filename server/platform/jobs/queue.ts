import { type Job, type JobsOptions, type JobType, Queue, Worker } from "bullmq";
import { Redis } from "ioredis";
import { DatabaseClient, LOCK_LIMITS } from "@/server/platform/db/transaction";
import { env, fromEnv } from "@/server/platform/env";
import { logger } from "@/server/platform/logger";
import { createRetryingBackend } from "./postgres-backend";

/**
 * Queue and worker on Redis when REDIS_URL is set, otherwise on PostgreSQL. Nothing depends on the queue's memory: the
 * rows and the sweep are reliable without it.
 */

/** For each queue, besides the one on which its worker listens. */
export const QUEUE_CONNECTIONS = 3;

const getPostgres = fromEnv(({ DATABASE_URL: connectionString }) => ({
  connectionString,
  Client: DatabaseClient,
  max: QUEUE_CONNECTIONS,
  application_name: "garimpo queue",
  schema: "bullmq",
  migrate: true,
  ...LOCK_LIMITS,
}));

/** The common part of the two backends that we use; their own types differ by the options they are created with. */
export interface JobQueue {
  add(name: string, data: unknown, options: JobsOptions): Promise<unknown>;
  getJobCounts(...types: JobType[]): Promise<Record<string, number>>;
  close(): Promise<void>;
}

export interface JobWorker {
  run(): Promise<void>;
  close(): Promise<void>;
}

export function createQueue(name: string): JobQueue {
  const queue = env.REDIS_URL
    ? // Producers fail fast: a request must not hang because Redis is unreachable.
      new Queue(name, {
        connection: new Redis(env.REDIS_URL, {
          enableOfflineQueue: false,
          maxRetriesPerRequest: 1,
        }),
      })
    : new Queue(name, { connection: getPostgres() }, createRetryingBackend);
  queue.on("error", (error) => logger.warn({ queue: name, error: error.message }, "queue error"));
  return queue;
}

export function createWorker(
  name: string,
  process: (job: Job, token?: string) => Promise<void>,
  concurrency: number,
): JobWorker {
  const options = { concurrency, autorun: false };
  const worker = env.REDIS_URL
    ? new Worker(name, process, {
        ...options,
        connection: new Redis(env.REDIS_URL, { maxRetriesPerRequest: null }),
      })
    : new Worker(name, process, { ...options, connection: getPostgres() }, createRetryingBackend);
  worker.on("error", (error) => logger.warn({ queue: name, error: error.message }, "worker error"));
  return worker;
}
