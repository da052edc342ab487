import type { Duty } from "@/server/platform/jobs/define-duty";
import { sweepRows } from "@/server/platform/jobs/leased-work";
import { getDutyPauseMs, runDuty } from "@/server/platform/jobs/run-duty";
import { DUTIES } from "./duties";
import { leasedWorks } from "./leased-work";

const SWEEP_EVERY_S = 2;

/** The duties, and a sweep for each kind of leased work. */
export const ALL_DUTIES: readonly Duty[] = [
  ...DUTIES,
  ...leasedWorks.map((work) => ({
    name: `unclaimed rows of ${work.job.name}`,
    everyS: SWEEP_EVERY_S,
    run: () => sweepRows(work),
  })),
];

/** Checks every duty in turn until it is closed. */
export function startSchedules(workerId: string, duties: readonly Duty[] = ALL_DUTIES) {
  const timers = new Map<string, NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  let closed = false;

  function look(duty: Duty) {
    const round = runDuty(duty, workerId).finally(() => {
      running.delete(round);
      if (!duty.overlaps) lookLater(duty);
    });
    running.add(round);
    if (duty.overlaps) lookLater(duty);
  }

  function lookLater(duty: Duty) {
    if (closed) return;
    timers.set(
      duty.name,
      setTimeout(() => look(duty), getDutyPauseMs(duty)),
    );
  }

  for (const duty of duties) look(duty);
  return {
    async close() {
      closed = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}
