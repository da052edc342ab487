import type { z } from "zod";
import { logger } from "@/server/platform/logger";
import { within } from "@/server/platform/within";
import { getOrigin, outsideWork } from "@/server/platform/work";
import { type JobDefinition, QUEUES, type QueueName } from "./define-job";
import { createQueue, type JobQueue } from "./queue";

/** A queue whose Redis was never reached waits for it, and a request would wait with it. */
const ENQUEUE_WITHIN_MS = 1_000;
const PING_WITHIN_MS = 2_000;
/** The first count opens every queue. */
const COUNT_WITHIN_MS = 10_000;

const queues = new Map<string, JobQueue>();

/**
 * Enqueues a job, which carries the id of the request that is being served. Resolves even when the queue is
 * unreachable: the row is committed, and the sweep enqueues it again.
 */
export async function enqueue<S extends z.ZodType>(
  job: JobDefinition<S>,
  payload: z.infer<S> & object,
): Promise<void> {
  const data = job.payload.parse({ ...getOrigin(), ...payload }) as z.infer<S>;
  const jobId = job.id(data);
  try {
    const added = getQueue(job.queue).add(job.name, data, {
      jobId,
      // BullMQ ignores a job whose id it still keeps, so finished jobs are removed. It tries a job once: the row
      // counts attempts, and the sweep enqueues it again.
      removeOnComplete: true,
      removeOnFail: true,
    });
    await within(ENQUEUE_WITHIN_MS, added);
  } catch (error) {
    logger.warn({ job: job.name, jobId, err: error }, "not enqueued: the sweep will");
  }
}

/** Throws when the queue's store does not answer in time. */
export async function pingQueue(): Promise<void> {
  await within(PING_WITHIN_MS, getQueue("campaigns").getJobCounts("active"));
}

export interface QueueCounts {
  name: QueueName;
  /** Nobody has taken them yet. */
  waiting: number;
  /** A worker is on them. */
  active: number;
}

/** Counts the jobs in each queue. Throws when the queues' store does not answer in time. */
export function countJobs(): Promise<QueueCounts[]> {
  return within(
    COUNT_WITHIN_MS,
    Promise.all(
      QUEUES.map(async (name) => {
        const counts = await getQueue(name).getJobCounts("waiting", "delayed", "active");
        const { waiting = 0, delayed = 0, active = 0 } = counts;
        return { name, waiting: waiting + delayed, active };
      }),
    ),
  );
}

export async function closeQueues(): Promise<void> {
  await Promise.all([...queues.values()].map((queue) => queue.close()));
  queues.clear();
}

function getQueue(name: string): JobQueue {
  // Its connection outlives the request that opens it.
  const queue = queues.get(name) ?? outsideWork(() => createQueue(name));
  queues.set(name, queue);
  return queue;
}
