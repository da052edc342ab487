import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";

/** Variables of one process alone, and whether its output is read here instead of shown. */
export interface ProcessOptions {
  env?: Record<string, string>;
  silent?: boolean;
}

/** Starts a worker as in production, with this environment. It exits with this process. */
export function startWorkerProcess({ env, silent = false }: ProcessOptions = {}): ChildProcess {
  const root = join(import.meta.dirname, "../..");
  return fork(join(root, "workers/main.ts"), [], {
    execArgv: nodeArguments(),
    cwd: root,
    env: { ...process.env, ...env },
    silent,
  });
}

/** How a process of the product begins, without one of its gates where one is to be left out. */
export function nodeArguments(): string[] {
  const plant = join(import.meta.dirname, "plant.mjs");
  return ["--import", "tsx", ...(process.env["FAULT_PLANT"] ? ["--import", plant] : [])];
}

export function killProcess(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGKILL");
  });
}
