import { type ChildProcess, fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { env } from "@/server/env";
import type { Figures } from "./report";

const EVERY_MS = 100;
/** A request that takes longer is an outage for whoever waits for it. */
const MAX_ANSWER_MS = 5_000;

/** The front door in a process of its own, whose memory is measured. */
export async function startWebProcess(): Promise<ChildProcess> {
  const script = join(import.meta.dirname, "../bench/api-front-door.ts");
  const child = fork(script, [], { execArgv: ["--max-old-space-size=512", "--import", "tsx"] });
  await new Promise((resolve) => child.once("message", resolve));
  return child;
}

/** Watches the processes' memory and `/api/ready` until it is stopped. */
export function watchLoad(processes: Record<"web" | "worker", ChildProcess>) {
  const started = readMemory();
  const peak = { ...started };
  let [answers, refused, slowestMs] = [0, 0, 0];
  let isStopped = false;

  async function watch() {
    while (!isStopped) {
      const startedAt = performance.now();
      const status = await fetch(`http://127.0.0.1:${env.PORT}/api/ready`).then(
        (response) => response.status,
        () => 0,
      );
      slowestMs = Math.max(slowestMs, performance.now() - startedAt);
      answers += 1;
      if (status !== 200) refused += 1;
      for (const [name, mb] of Object.entries(readMemory()) as ["web" | "worker", number][]) {
        peak[name] = Math.max(peak[name], mb);
      }
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  }

  function readMemory() {
    return { web: memoryMb(processes.web), worker: memoryMb(processes.worker) };
  }

  const watching = watch();
  return {
    async stop({ maxMb }: { maxMb: Record<"web" | "worker", number> }): Promise<Figures> {
      isStopped = true;
      await watching;
      const after = readMemory();
      const figures: Figures = {
        "ready answers": { value: answers, holds: answers > 0 },
        "not ready": { value: refused, holds: refused === 0 },
        "slowest ready ms": { value: Math.round(slowestMs), holds: slowestMs <= MAX_ANSWER_MS },
      };
      for (const name of ["web", "worker"] as const) {
        const { exitCode, signalCode } = processes[name];
        const isAlive = exitCode === null && signalCode === null;
        figures[`${name} MB before`] = { value: started[name], holds: isAlive };
        figures[`${name} MB at the peak`] = { value: peak[name], holds: peak[name] <= maxMb[name] };
        figures[`${name} MB after`] = { value: after[name], holds: after[name] > 0 };
      }
      return figures;
    },
  };
}

/** On Linux; 0 elsewhere and for a process that ended. */
function memoryMb(child: ChildProcess): number {
  try {
    const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
  } catch {
    return 0;
  }
}
