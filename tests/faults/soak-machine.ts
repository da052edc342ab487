import type { ChildProcess } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { until } from "@/sandbox/testing";
import { freePort } from "@/scripts/postgres.mjs";
import { preparePostgres } from "../support/postgres";
import { inspectableAt } from "./live-memory";
import { startWebProcess } from "./web-process";
import { killProcess, startWorkerProcess } from "./worker-process";

/** How long PostgreSQL stays away. */
const DOWN_MS = 5_000;
const BACK_WITHIN_MS = 120_000;
/** Until every connection, retry and lease has noticed that a part is back. */
const AFTERMATH_MS = 15_000;
const ERROR_LEVEL = 50;
const LINE_MAX = 200;
/** Node prints it whenever a test asks for a process's memory. */
const OF_THE_INSPECTOR = /^Debugger |^For help, see: https:\/\/nodejs/;

export const PARTS = ["web", "worker 1", "worker 2"] as const;
export type Part = (typeof PARTS)[number];
export type Victim = Part | "PostgreSQL";

export interface Running {
  readonly child: ChildProcess;
  /** Where it keeps temporary files; the process that takes its place has the same. */
  readonly temporary: string;
  readonly inspectPort: number;
}

interface Kill {
  victim: Victim;
  at: number;
  backAt: number;
}

interface Line {
  part: Part;
  text: string;
  at: number;
}

/** The processes of an installation, which die and come back, and the errors in their logs. */
export class Machine {
  readonly kills: Kill[] = [];
  readonly lines: Line[] = [];
  /** Those that found no database when they started, and others. */
  readonly ended = { withoutDatabase: 0, otherwise: 0 };
  readonly #running = new Map<Part, Running>();
  readonly #killed = new Set<ChildProcess>();

  constructor(
    readonly folder: string,
    readonly url: string,
    readonly postgres: { name: string; preferredPort: number },
  ) {}

  get(part: Part): Running {
    const running = this.#running.get(part);
    if (!running) throw new Error(`${part} was never started`);
    return running;
  }

  async start(part: Part): Promise<void> {
    const temporary = join(this.folder, part.replace(" ", "-"));
    mkdirSync(temporary, { recursive: true });
    const inspectPort = await freePort(0);
    const own = { TMPDIR: temporary, LOG_LEVEL: "error", ...inspectableAt(inspectPort) };
    const options = { silent: true, env: own };
    const child =
      part === "web" ? await startWebProcess(options) : await startWorkerProcess(options);
    this.#running.set(part, { child, temporary, inspectPort });
    child.once("exit", () => {
      if (this.#killed.has(child)) return;
      const now = Date.now();
      if (this.wasAway(["PostgreSQL"], now, now)) this.ended.withoutDatabase += 1;
      else this.ended.otherwise += 1;
      // As the supervisor does in production.
      void this.start(part);
    });
    const note = (text: string | null) => text && this.lines.push({ part, text, at: Date.now() });
    if (child.stdout) {
      createInterface(child.stdout).on("line", (line) => note(describeLine(line)));
    }
    if (child.stderr) {
      createInterface(child.stderr).on(
        "line",
        (line) => !OF_THE_INSPECTOR.test(line) && note(line.slice(0, LINE_MAX)),
      );
    }
  }

  /** Ends a process with SIGKILL and starts it again; resolves when the new one works. */
  async kill(victim: Victim): Promise<void> {
    const kill: Kill = { victim, at: Date.now(), backAt: Number.POSITIVE_INFINITY };
    this.kills.push(kill);
    if (victim === "PostgreSQL") await this.#killPostgres();
    else {
      await this.#end(victim);
      await this.start(victim);
    }
    const isReady = async () =>
      (await fetch(`${this.url}/api/ready`).catch(() => null))?.ok ?? false;
    await until(isReady, `the product to be ready after ${victim}`, BACK_WITHIN_MS);
    kill.backAt = Date.now();
  }

  /** Whether one of `victims` was away between two moments, or had only just come back. */
  wasAway(victims: Victim[], from: number, to: number): boolean {
    return this.kills.some(
      ({ victim, at, backAt }) =>
        victims.includes(victim) && at <= to && from <= backAt + AFTERMATH_MS,
    );
  }

  /** Errors that no kill explains: a worker needs only the database. */
  unexplained(): Line[] {
    return this.lines.filter(({ at }) => !this.wasAway(["PostgreSQL"], at, at));
  }

  async stop(): Promise<void> {
    await Promise.all(PARTS.map((part) => this.#end(part)));
    process.kill(this.#readServerPid(), "SIGINT");
  }

  async #end(part: Part): Promise<void> {
    const { child } = this.get(part);
    this.#killed.add(child);
    if (child.exitCode === null && child.signalCode === null) await killProcess(child);
  }

  async #killPostgres() {
    process.kill(this.#readServerPid(), "SIGKILL");
    await pause(DOWN_MS);
    await preparePostgres({ ...this.postgres, ...SERVER });
  }

  #readServerPid(): number {
    const file = join(import.meta.dirname, "../../.data", this.postgres.name, "postmaster.pid");
    return Number(readFileSync(file, "utf8").split("\n")[0]);
  }
}

/** Three processes and this one, without Redis. */
export const SERVER = { survivesKills: true, maxConnections: 400 };

/** A line of the log, without the parts that differ from one to the next; null if it is no error. */
function describeLine(line: string): string | null {
  try {
    const { level, msg, err, error, job } = JSON.parse(line) as Record<string, unknown>;
    if (Number(level) < ERROR_LEVEL) return null;
    const cause = (err as { message?: string } | undefined)?.message ?? error;
    return [msg, job, cause].filter(Boolean).join(": ").replaceAll(/\s+/g, " ").slice(0, LINE_MAX);
  } catch {
    // Next's message that it starts.
    return null;
  }
}
