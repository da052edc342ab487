import { DelayedError, type Job } from "bullmq";
import { logger } from "@/server/logger";
import type { Later } from "./handler";
import { handlers } from "./registry";

type RunnableJob = Pick<Job, "name" | "data" | "id" | "moveToDelayed">;

/**
 * Runs a job of any queue: finds its handler, executes it and logs one line. BullMQ does not retry: see
 * docs/decisions/0003.
 */
export async function run(job: RunnableJob, token: string | undefined, signal: AbortSignal) {
  if (!hasHandler(job.name)) {
    logger.warn({ job: job.name, jobId: job.id }, "job dropped: no handler in this build");
    return;
  }
  const startedAt = performance.now();
  const line = () => ({
    job: job.name,
    jobId: job.id,
    ms: Math.round(performance.now() - startedAt),
  });
  let later: Later | undefined;
  try {
    later = await handlers[job.name].execute(job.data, signal);
  } catch (error) {
    logger.error({ ...line(), err: error }, "job");
    throw error;
  }
  logger.info({ ...line(), ...(later && { resumeAt: later.resumeAt }) }, "job");
  if (later) {
    await job.moveToDelayed(later.resumeAt.getTime(), token);
    throw new DelayedError();
  }
}

function hasHandler(name: string): name is keyof typeof handlers {
  return Object.hasOwn(handlers, name);
}
