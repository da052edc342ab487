import type { z } from "zod";
import { logger } from "@/server/logger";
import type { JobDefinition } from "./define-job";
import { createQueue, type JobQueue } from "./queue";

const queues = new Map<string, JobQueue>();

/**
 * Hands work to a worker. Resolves even when the queue is away: the row that asks for the work is committed, and
 * the sweep enqueues it again.
 */
export async function enqueue<S extends z.ZodType>(
  job: JobDefinition<S>,
  payload: z.infer<S>,
): Promise<void> {
  const data = job.payload.parse(payload) as z.infer<S>;
  const jobId = job.id(data);
  try {
    await queueOf(job.queue).add(job.name, data, {
      jobId,
      // BullMQ adds nothing under the id of a job it still keeps. It tries a job once: the row counts attempts, and
      // the sweep enqueues it again.
      removeOnComplete: true,
      removeOnFail: true,
    });
  } catch (error) {
    logger.warn({ job: job.name, jobId, err: error }, "not enqueued: the sweep will");
  }
}

/** Throws when the queue's store does not answer. */
export async function pingQueue(): Promise<void> {
  await queueOf("campaigns").getJobCounts("active");
}

export async function closeQueues(): Promise<void> {
  await Promise.all([...queues.values()].map((queue) => queue.close()));
  queues.clear();
}

function queueOf(name: string): JobQueue {
  const queue = queues.get(name) ?? createQueue(name);
  queues.set(name, queue);
  return queue;
}
