import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { until } from "@/sandbox/testing";
import { compiled } from "./commands";

export interface LogLine {
  msg: string;
  requestId?: string;
  job?: string;
  jobId?: string;
  level?: number;
}

/** Runs a worker as a separate process, as in production, and reads its log. */
export function runLoggedWorker() {
  const lines: LogLine[] = [];
  let worker: ChildProcess;
  /** The first line that is so. */
  const untilLogged = (what: string, isIt: (line: LogLine) => boolean) =>
    until(async () => lines.find(isIt), what, 60_000);
  beforeAll(async () => {
    worker = spawn(process.execPath, compiled("workers/main.ts"), {
      cwd: join(import.meta.dirname, "../.."),
      env: { ...process.env, LOG_LEVEL: "info" },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let rest = "";
    worker.stdout?.on("data", (chunk) => {
      const whole = `${rest}${chunk}`.split("\n");
      rest = whole.pop() ?? "";
      lines.push(...whole.map((line) => JSON.parse(line) as LogLine));
    });
    await until(
      async () => lines.some(({ msg }) => msg === "worker started"),
      "the worker",
      120_000,
    );
  });
  afterAll(
    () =>
      new Promise((resolve) => {
        worker.once("exit", resolve);
        worker.kill("SIGKILL");
      }),
  );
  return { lines, untilLogged };
}
