import { type ChildProcess, spawn } from "node:child_process";
import { until } from "@/sandbox/testing";
import { PORT, PRODUCT_ENVIRONMENT } from "../e2e/ports";

/** A page is compiled, and the demonstration filled in, before it answers. */
const READY_MS = 240_000;
/** What the launcher prints when it starts web and worker again. */
const RESTARTED = "Sources changed";
/** What web and worker load once: a change starts them anew. */
const OF_PROCESSES = /^(?:server|workers|lib|sandbox|app\/api)\//;

/** `npm run dev` in a copy of the tree. */
export class DevelopmentServer {
  #child: ChildProcess;
  #restarts = 0;
  #awaited = 0;

  constructor(copy: string) {
    this.#child = spawn(process.execPath, ["scripts/start.mjs", "--dev"], {
      cwd: copy,
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, ...PRODUCT_ENVIRONMENT },
    });
    this.#child.stdout?.on("data", (chunk: Buffer) => {
      this.#restarts += chunk.toString().split(RESTARTED).length - 1;
    });
  }

  /** After a change of a source that the processes load, they have loaded it. Next sees to the others by itself. */
  async untilLoaded(file: string) {
    if (!OF_PROCESSES.test(file)) return;
    this.#awaited += 1;
    await until(() => this.#restarts >= this.#awaited, "the restart", READY_MS);
    await this.untilReady();
  }

  async untilReady() {
    await until(
      async () => {
        const answer = await fetch(`http://127.0.0.1:${PORT}/api/ready`).catch(() => null);
        return answer?.status === 200;
      },
      "the development server",
      READY_MS,
    );
  }

  stop() {
    const ended = new Promise((resolve) => this.#child.once("exit", resolve));
    this.#child.kill("SIGTERM");
    return ended;
  }
}
