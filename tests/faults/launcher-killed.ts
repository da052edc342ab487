/**
 * Parts of a running `npm start` are killed again and again, then the launcher itself. Each part comes back, with its
 * reason said; PostgreSQL stays up; a launcher that starts again finds everything as it was.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { until } from "@/sandbox/testing";
import { lastingPort } from "@/scripts/postgres.mjs";
import { env } from "@/server/platform/env";
import { report } from "./report";

const root = join(import.meta.dirname, "../..");
const KILLS = 6;
const WITHIN_MS = 180_000;

const folder = join(root, ".data", "launcher-killed");
rmSync(folder, { recursive: true, force: true });
const variables = {
  NODE_ENV: "production" as const,
  PATH: process.env["PATH"],
  PORT: String(env.PORT),
  APP_URL: env.APP_URL,
  AUTH_SECRET: env.AUTH_SECRET,
  REDIS_URL: env.REDIS_URL,
  SANDBOX_PORT: new URL(env.SANDBOX_URL ?? "").port,
  SANDBOX_SMTP_PORT: String(await lastingPort()),
  GARIMPO_DATA_DIR: folder,
};

let launcher = startLauncher();
process.on("exit", () => launcher.child.kill("SIGTERM"));
await until(isReady, "the product to be ready", WITHIN_MS);
const token = await logIn();
const postmaster = readPostmaster();

let slowestReturnMs = 0;
for (let kill = 0; kill < KILLS; kill += 1) {
  const part = kill % 2 === 0 ? "server/main" : "workers/main";
  const killedAt = Date.now();
  const killed = findPart(launcher.child, part);
  process.kill(killed, "SIGKILL");
  await until(() => isReplaced(launcher.child, part, killed), "the part", WITHIN_MS);
  await until(isReady, "the product to be ready again", WITHIN_MS);
  slowestReturnMs = Math.max(slowestReturnMs, Date.now() - killedAt);
}
const reasons = launcher.output().match(/ended: SIGKILL.*Its log: /g)?.length ?? 0;
const samePostgres = readPostmaster() === postmaster;

launcher.child.kill("SIGKILL");
const postgresOutlived = isAlive(postmaster);
const startedAt = Date.now();
launcher = startLauncher();
// The parts of the killed launcher answer until they have noticed.
await until(() => launcher.output().includes("Logs:"), "the second launcher", WITHIN_MS);
const restartMs = Date.now() - startedAt;
const me = await fetch(`${env.APP_URL}/api/user`, { headers: { token } });
const exit = new Promise((resolve) => launcher.child.once("exit", resolve));
launcher.child.kill("SIGTERM");
await exit;
rmSync(folder, { recursive: true, force: true });

report({
  "parts killed": { value: KILLS, holds: true },
  "reasons said": { value: reasons, holds: reasons === KILLS },
  "same PostgreSQL": { value: Number(samePostgres), holds: samePostgres },
  "slowest return s": { value: seconds(slowestReturnMs), holds: slowestReturnMs <= 90_000 },
  "PostgreSQL outlived the launcher": { value: Number(postgresOutlived), holds: postgresOutlived },
  "started again s": { value: seconds(restartMs), holds: restartMs <= 90_000 },
  "session still valid": { value: Number(me.ok), holds: me.ok },
});

function startLauncher(): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    cwd: root,
    env: { ...variables, DATABASE_URL: "" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  return { child, output: () => output };
}

async function isReady(): Promise<boolean> {
  const answer = await fetch(`${env.APP_URL}/api/ready`).catch(() => null);
  return answer?.ok ?? false;
}

async function logIn(): Promise<string> {
  const answer = await fetch(`${env.APP_URL}/api/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "demo@garimpo.local", password: "garimpo123" }),
  });
  return ((await answer.json()) as { token: string }).token;
}

/** The pids of the launcher's children that run this file. */
function findParts({ pid }: ChildProcess, file: string): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return children
    .split(" ")
    .filter(Boolean)
    .map(Number)
    .filter((child) => readFileSync(`/proc/${child}/cmdline`, "utf8").includes(file));
}

function isReplaced(parent: ChildProcess, file: string, killed: number): boolean {
  const parts = findParts(parent, file);
  return parts.length === 1 && !parts.includes(killed);
}

function findPart(parent: ChildProcess, file: string): number {
  const [pid] = findParts(parent, file);
  if (pid === undefined) throw new Error(`${file} does not run.`);
  return pid;
}

function readPostmaster(): number {
  return Number(readFileSync(join(folder, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function seconds(ms: number): number {
  return Math.round(ms / 1000);
}
