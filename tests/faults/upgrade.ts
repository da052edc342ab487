/**
 * An upgrade, halfway: the version before the newest migration works on the schema that this one made, as it does between
 * `npm run migrate` and the start of the new processes, and after a return to it. Its own tests say whether it does: every
 * duty once, a search, a campaign's messages and an import. This version on the schema of before says what is missing, and ends.
 */
import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { until } from "@/sandbox/testing";
import { migrate } from "@/scripts/apply-migrations";
import { listMigrations, MIGRATIONS_FOLDER } from "@/scripts/migration-scripts";
import { startPostgres, TEST_SERVER } from "@/scripts/postgres.mjs";
import { createEmptyDatabase, removeBackups } from "../support/backups";
import { report } from "./report";

const root = join(import.meta.dirname, "../..");
const WITHIN_MS = 120_000;
const OLD_TESTS = [
  "tests/integration/platform/duties.test.ts",
  "tests/integration/discovery/queue-search.test.ts",
  "tests/integration/campaigns/queue-campaign.test.ts",
  "tests/integration/leads/queue-import.test.ts",
];

const newest = listMigrations().at(-1) ?? "";
const before = listMigrations().length > 1 ? findVersionBefore() : null;
report(
  before === null
    ? {
        "left out: nothing was changed since the baseline, or nothing is known of it": {
          value: 0,
          holds: true,
        },
      }
    : { ...(await tryVersion(before)), ...(await startOnOldSchema()) },
);

async function tryVersion(commit: string) {
  const old = mkdtempSync(join(tmpdir(), "garimpo-before-"));
  chmodSync(old, 0o755);
  git("worktree", "add", "--detach", "--force", old, commit);
  try {
    return await runOldVersion(old);
  } finally {
    git("worktree", "remove", "--force", old);
    rmSync(old, { recursive: true, force: true });
  }
}

/** The commit before the newest migration came; the last one while that is not committed; null without a history. */
function findVersionBefore(): string | null {
  try {
    const path = `prisma/migrations/${newest}`;
    const added = git("log", "--diff-filter=A", "--format=%H", "-1", "--", path).trim();
    return git("rev-parse", "--verify", added === "" ? "HEAD" : `${added}^`).trim();
  } catch {
    return null;
  }
}

function git(...args: string[]): string {
  return execFileSync("git", args, {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
}

/** Its tests make their database by the migrations of this version, and its worker starts on one. */
async function runOldVersion(old: string) {
  symlinkSync(join(root, "node_modules"), join(old, "node_modules"));
  const generate = "import('./scripts/generate-client.mjs').then((m) => m.generateClient())";
  execFileSync(process.execPath, ["-e", generate], { cwd: old, stdio: "ignore" });
  const known = new Set(listOf(old));
  const newer = listMigrations().filter((name) => !known.has(name));
  const workerStarts = await startOldWorker(old);
  for (const name of newer) {
    cpSync(join(MIGRATIONS_FOLDER, name), join(old, "prisma/migrations", name), {
      recursive: true,
    });
  }
  const results = join(old, "results.json");
  const tests = OLD_TESTS.filter((file) => existsSync(join(old, file)));
  await promisify(execFile)(
    process.execPath,
    [
      ...["node_modules/vitest/vitest.mjs", "run", "--project", "integration*"],
      ...["--reporter=json", `--outputFile=${results}`, ...tests],
    ],
    { cwd: old, env: { PATH: process.env["PATH"], NODE_ENV: "test" }, maxBuffer: 100_000_000 },
  ).catch(() => undefined);
  const server = await startPostgres({ ...TEST_SERVER, folder: join(old, ".data") });
  await server.stop();
  const counted = existsSync(results)
    ? (JSON.parse(readFileSync(results, "utf8")) as Record<string, number>)
    : {};
  const [passed = 0, failed = 1] = [counted["numPassedTests"], counted["numFailedTests"]];
  return {
    "migrations that it does not know": { value: newer.length, holds: newer.length > 0 },
    "its worker starts": { value: Number(workerStarts), holds: workerStarts },
    "its tests passed": { value: passed, holds: passed > OLD_TESTS.length },
    "its tests failed": { value: failed, holds: failed === 0 },
  };
}

function listOf(old: string): string[] {
  return execFileSync("ls", [join(old, "prisma/migrations")], { encoding: "utf8" }).split("\n");
}

/** On the database of this row, which has every migration. */
async function startOldWorker(old: string): Promise<boolean> {
  const worker = start(old, process.env["DATABASE_URL"] ?? "");
  const started = await until(
    () => worker.output().includes("worker started"),
    "it",
    WITHIN_MS,
  ).then(
    () => true,
    () => false,
  );
  worker.child.kill("SIGTERM");
  await worker.ended;
  return started;
}

async function startOnOldSchema() {
  const database = await createEmptyDatabase();
  await migrate(database.url, { only: listMigrations().filter((name) => name !== newest) });
  const worker = start(root, database.url);
  const code = await worker.ended;
  await removeBackups();
  const isSaid =
    code === 1 && worker.output().includes(`the first is ${newest}: run npm run migrate`);
  return { "this version on the schema before says so": { value: Number(isSaid), holds: isSaid } };
}

function start(folder: string, databaseUrl: string) {
  const child: ChildProcess = spawn(process.execPath, ["--import", "tsx", "workers/main.ts"], {
    cwd: folder,
    env: { ...process.env, DATABASE_URL: databaseUrl, LOG_LEVEL: "info" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout?.on("data", (chunk) => (output += chunk));
  child.stderr?.on("data", (chunk) => (output += chunk));
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { child, ended, output: () => output };
}
