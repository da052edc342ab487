import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";

/** Starts a worker as in production, with this environment. It exits with this process. */
export function startWorkerProcess(): ChildProcess {
  const root = join(import.meta.dirname, "../..");
  return fork(join(root, "workers/main.ts"), [], { execArgv: ["--import", "tsx"], cwd: root });
}

export function killProcess(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGKILL");
  });
}
