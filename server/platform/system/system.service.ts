import { AppError } from "@/lib/errors";
import { defineDuty } from "@/server/platform/jobs/define-duty";
import { pingQueue } from "@/server/platform/jobs/enqueue";
import { within } from "@/server/platform/within";
import { getHeldCopy } from "./copies.service";
import { pingDatabase, saveHeartbeat, wasWorkerSeen } from "./system.repository";

const WORKER_LATE_S = 30;
/** As long as a request waits for a connection: a database that does not answer within it counts as down. */
const ANSWERS_WITHIN_MS = 5_000;

export const recordHeartbeat = defineDuty({
  name: "heartbeat",
  everyS: 5,
  run: (workerId: string) => saveHeartbeat(workerId),
});

/** Whether the database answers. */
export function isDatabaseUp(): Promise<boolean> {
  return within(ANSWERS_WITHIN_MS, pingDatabase()).then(
    () => true,
    () => false,
  );
}

/**
 * @throws AppError unavailable, with the parts that are down in its fields, unless database, queue and worker are up; a
 * database that is held because it is a copy counts as down
 */
export async function checkReadiness() {
  const [worker, queue] = await Promise.allSettled([
    within(ANSWERS_WITHIN_MS, wasWorkerSeen(WORKER_LATE_S)),
    pingQueue(),
  ]);
  const checks = {
    database: worker.status === "rejected" ? "down" : getHeldCopy() ? "held" : "ok",
    queue: queue.status === "fulfilled" ? "ok" : "down",
    worker: worker.status === "fulfilled" && worker.value ? "ok" : "down",
  } as const;
  if (Object.values(checks).some((check) => check !== "ok"))
    throw new AppError("unavailable", "", { fields: checks });
  return { status: "ok" as const, ...checks };
}
