import { AppError } from "@/lib/errors";
import { countJobs, type QueueCounts } from "@/server/platform/jobs/enqueue";

/** How much work is waiting or running. @throws AppError unavailable when the queues do not answer */
export async function listQueues(): Promise<{ queues: QueueCounts[] }> {
  try {
    return { queues: await countJobs() };
  } catch (cause) {
    throw new AppError("unavailable", "As filas não respondem.", { cause });
  }
}
