import type { ChildProcess } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import type { Figures } from "./report";
import { measurePeaks, readMemoryMb, watchDuring } from "./web-process";

/** A user who waits longer for an answer sees an outage. */
const MAX_ANSWER_MS = 5_000;
/** A base of 150 to 250 MB, and two threads with their heaps and files. */
const MAX_MB = { web: 500, worker: 500 };
/** Idle threads have ended by then, and their memory is free. */
const SETTLE_MS = 8_000;

/** Runs `work` and reports whether web and worker stayed alive, ready and small. */
export async function measureLoad(
  { web, worker }: Record<"web" | "worker", ChildProcess>,
  work: () => Promise<unknown>,
): Promise<Figures> {
  const processes = [web, worker];
  const before = processes.map(readMemoryMb);
  let ready = { calls: 0, failed: 0, slowestMs: 0 };
  const peaks = await measurePeaks(processes, async () => {
    ready = await watchDuring("/api/ready", {}, work);
  });
  await pause(SETTLE_MS);
  const after = processes.map(readMemoryMb);
  const ended = processes.filter(({ exitCode, signalCode }) => exitCode ?? signalCode).length;
  return {
    "ready checks": { value: ready.calls, holds: ready.calls > 0 },
    "not ready": { value: ready.failed, holds: ready.failed === 0 },
    "slowest ready ms": { value: ready.slowestMs, holds: ready.slowestMs <= MAX_ANSWER_MS },
    "ended processes": { value: ended, holds: ended === 0 },
    "web MB before": { value: before[0] ?? 0, holds: true },
    "web peak": { value: peaks[0] ?? 0, holds: (peaks[0] ?? 0) <= MAX_MB.web },
    "web after": { value: after[0] ?? 0, holds: true },
    "worker MB before": { value: before[1] ?? 0, holds: true },
    "worker peak": { value: peaks[1] ?? 0, holds: (peaks[1] ?? 0) <= MAX_MB.worker },
    "worker after": { value: after[1] ?? 0, holds: true },
  };
}
