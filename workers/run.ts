import { DelayedError, type Job } from "bullmq";
import { type LeasedWork, workOnRow } from "@/server/platform/jobs/leased-work";
import { logger } from "@/server/platform/logger";
import { describeWork, Origin, runWork } from "@/server/platform/work";
import { leasedWorks } from "./leased-work";

type RunnableJob = Pick<Job, "name" | "data" | "id" | "moveToDelayed">;

const workOf = new Map<string, LeasedWork>(leasedWorks.map((work) => [work.job.name, work]));

/**
 * Runs a job of any queue: works on its row and logs one line, as part of the work that enqueued it. `signal` aborts
 * when the worker shuts down. BullMQ does not retry: see docs/decisions/0003.
 */
export async function run(job: RunnableJob, token: string | undefined, signal: AbortSignal) {
  const work = workOf.get(job.name);
  if (!work) {
    logger.warn({ job: job.name, jobId: job.id }, "job dropped: this build has no work for it");
    return;
  }
  const origin = Origin.safeParse(job.data).data ?? {};
  const turn = { name: job.name, kind: "consumer", origin } as const;
  const later = await runWork(turn, () => workOn(job, work, signal));
  if (later) {
    await job.moveToDelayed(later.resumeAt.getTime(), token);
    throw new DelayedError();
  }
}

async function workOn(job: RunnableJob, work: LeasedWork, signal: AbortSignal) {
  const startedAt = performance.now();
  describeWork({ "garimpo.job_id": job.id });
  const line = () => ({
    job: job.name,
    jobId: job.id,
    ms: Math.round(performance.now() - startedAt),
  });
  let later: { resumeAt: Date } | undefined;
  try {
    later = await workOnRow(work, work.job.payload.parse(job.data).id, signal);
  } catch (error) {
    logger.error({ ...line(), err: error }, "job");
    throw error;
  }
  logger.info({ ...line(), ...(later && { resumeAt: later.resumeAt }) }, "job");
  return later;
}
