import { type ChildProcess, fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "@/sandbox/testing";
import { BUILD_ONLY_ENV, buildIfChanged } from "@/scripts/build.mjs";
import { env } from "@/server/platform/env";
import type { ProcessOptions } from "./worker-process";

const root = join(import.meta.dirname, "../..");
const SAMPLE_EVERY_MS = 50;

/** Builds the pages if necessary and starts the web as in production, with this environment. */
export async function startWebProcess(options: ProcessOptions = {}): Promise<ChildProcess> {
  await buildIfChanged({ PATH: process.env["PATH"], ...BUILD_ONLY_ENV });
  const child = fork(join(root, "scripts/run.mjs"), ["server/main"], {
    execArgv: ["--max-old-space-size=512", "--max-semi-space-size=4"],
    cwd: root,
    env: { ...process.env, NODE_ENV: "production", ...options.env },
    silent: options.silent ?? false,
  });
  await until(() => isHealthy(), "the web to answer", 60_000);
  return child;
}

async function isHealthy(): Promise<boolean> {
  const answer = await fetch(`${env.APP_URL}/api/health`).catch(() => null);
  return answer?.ok ?? false;
}

/** The resident memory of a process, in MB. */
export function readMemoryMb({ pid }: ChildProcess): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024);
}

/** Runs `work` and returns the largest memory that each process used meanwhile. */
export async function measurePeaks(
  processes: ChildProcess[],
  work: () => Promise<unknown>,
): Promise<number[]> {
  const peaks = processes.map(readMemoryMb);
  const sample = () => {
    for (const [nth, child] of processes.entries()) {
      peaks[nth] = Math.max(peaks[nth] ?? 0, readMemoryMb(child));
    }
  };
  const timer = setInterval(sample, SAMPLE_EVERY_MS);
  await work();
  clearInterval(timer);
  return peaks;
}

/**
 * Calls an address again and again during `work`. Returns the number of calls, those that failed, and the slowest in
 * milliseconds.
 */
export async function watchDuring(
  path: string,
  headers: Record<string, string>,
  work: () => Promise<unknown>,
) {
  const seen = { calls: 0, failed: 0, slowestMs: 0 };
  let isOver = false;
  const watch = async () => {
    while (!isOver) {
      const startedAt = performance.now();
      const answer = await fetch(`${env.APP_URL}${path}`, { headers }).catch(() => null);
      await answer?.arrayBuffer();
      seen.calls += 1;
      if (!answer?.ok) seen.failed += 1;
      seen.slowestMs = Math.max(seen.slowestMs, Math.round(performance.now() - startedAt));
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_EVERY_MS));
    }
  };
  const watching = watch();
  await work();
  isOver = true;
  await watching;
  return seen;
}
