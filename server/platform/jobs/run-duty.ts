import { logger } from "@/server/platform/logger";
import { countDutyFailure } from "@/server/platform/metrics/metrics";
import type { Duty } from "./define-duty";
import { claimDuty, recordTrimmed, returnDuty } from "./duty-runs.repository";

/** A duty done this often or less is one worker's, and its last run is kept in the database. */
const SHARED_FROM_S = 60;
const RETRY_S = 60;

/** How long a worker waits between two looks at a duty. */
export function getDutyPauseMs({ everyS }: Duty): number {
  return Math.min(everyS, SHARED_FROM_S) * 1000;
}

/** Runs a duty if it is due. Errors are logged, and it is tried again: soon, or within a minute. */
export async function runDuty(duty: Duty, workerId: string): Promise<void> {
  const isShared = duty.everyS >= SHARED_FROM_S;
  try {
    if (isShared && !(await claimDuty(duty.name, duty.everyS))) return;
    try {
      const answer = await duty.run(workerId);
      if (isShared && duty.trims) await recordTrimmed(duty.name, Number(answer));
    } catch (error) {
      if (isShared) await returnDuty(duty.name, duty.everyS, RETRY_S);
      throw error;
    }
  } catch (error) {
    countDutyFailure(duty.name);
    logger.error({ duty: duty.name, err: error }, "duty failed");
  }
}
