import { AppError } from "@/lib/errors";
import { pingQueue } from "@/server/jobs/enqueue";
import { saveHeartbeat, workerSeen } from "./system.repository";

const WORKER_LATE_S = 30;

export function recordHeartbeat(workerId: string): Promise<void> {
  return saveHeartbeat(workerId);
}

/** @throws AppError unavailable, its fields naming what is down, unless database, queue and worker are all there */
export async function checkReadiness() {
  const [worker, queue] = await Promise.allSettled([workerSeen(WORKER_LATE_S), pingQueue()]);
  const checks = {
    database: worker.status === "fulfilled" ? "ok" : "down",
    queue: queue.status === "fulfilled" ? "ok" : "down",
    worker: worker.status === "fulfilled" && worker.value ? "ok" : "down",
  } as const;
  if (Object.values(checks).includes("down"))
    throw new AppError("unavailable", "", { fields: checks });
  return { status: "ok" as const, ...checks };
}
