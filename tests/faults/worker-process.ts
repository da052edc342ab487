import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { compiled } from "../support/commands";

/** Variables of one process alone, and whether its output is read here instead of shown. */
export interface ProcessOptions {
  env?: Record<string, string>;
  silent?: boolean;
}

/** Starts a worker as in production, with this environment, or from its sources where a gate is left out. It exits with this process. */
export function startWorkerProcess({ env, silent = false }: ProcessOptions = {}): ChildProcess {
  const root = join(import.meta.dirname, "../..");
  const [flag = "", program = ""] = compiled("workers/main.ts");
  const isPlanted = process.env["FAULT_PLANT"] !== undefined;
  return fork(isPlanted ? join(root, "workers/main.ts") : program, [], {
    execArgv: isPlanted ? nodeArguments() : [flag],
    cwd: root,
    env: { ...process.env, ...env },
    silent,
  });
}

/** Node's arguments for a process of the product; they switch off one of its gates if a test requires that. */
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
