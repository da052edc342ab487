/**
 * `kill -9` of the worker at ten points of imports of the company registry, from the first lines to the switch. Each
 * import must end with every establishment exactly once, while the month before is served until the switch.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeRegistrySample } from "@/sandbox/registry/write-files";
import { until } from "@/sandbox/testing";
import { firstRow, sql } from "@/server/platform/db/sql";
import {
  createRegistryImport,
  getRegistryImport,
} from "@/server/registry/registry-imports/registry-import.service";
import { report } from "./report";
import { killProcess, startWorkerProcess } from "./worker-process";

const ROWS = 60_000;
const KILLS = 10;
const WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 10;

const folder = mkdtempSync(join(tmpdir(), "registry-"));
const expected = writeRegistrySample({ folder, rows: ROWS, seed: "killed", month: "2026-11" });
const lines = { total: ROWS * 2.7 };

type Progress = Awaited<ReturnType<typeof getRegistryImport>>;

/** Where the worker is killed: at parts of the loading, and as each later step begins. */
const POINTS: ((now: Progress) => boolean)[] = [
  ({ rows }) => rows > 0,
  ({ rows }) => rows > lines.total * 0.25,
  ({ rows }) => rows > lines.total * 0.5,
  ({ step }) => step === "build",
  ({ step }) => step === "index",
  ({ step }) => step === "measure",
  ({ step }) => step === "verify",
  ({ step }) => step === "serve",
];

let worker = startWorkerProcess();
let kills = 0;
let slowestResumeMs = 0;
let finished = 0;
let wrong = 0;
let unserved = 0;
const reached = new Set<string>();
while (kills < KILLS || finished === 0) {
  const id = await createRegistryImport({ folder, maxChangePercent: null });
  const before = await countServed();
  for (const isReached of POINTS) {
    const now = await waitFor(id, (each) => isReached(each) || each.status !== "processing");
    if (now.status !== "processing" || kills === KILLS) break;
    await killProcess(worker);
    kills += 1;
    reached.add(now.step);
    const atKill = await getRegistryImport(id);
    if (atKill.served === null && (await countServed()) !== before) unserved += 1;
    const killedAt = Date.now();
    worker = startWorkerProcess();
    await waitFor(
      id,
      (each) =>
        each.rows !== atKill.rows || each.step !== atKill.step || each.status !== "processing",
    );
    slowestResumeMs = Math.max(slowestResumeMs, Date.now() - killedAt);
  }
  const ended = await waitFor(id, ({ status }) => status !== "processing");
  finished += 1;
  if (ended.status !== "completed" || (await countServed()) !== expected.establishments) wrong += 1;
}
await killProcess(worker);
const twice = await firstRow<{ count: number }>(
  sql`SELECT count(*)::int - count(DISTINCT cnpj)::int AS count FROM registry.establishments`,
);
rmSync(folder, { recursive: true });
report({
  kills: { value: kills, holds: kills === KILLS },
  "steps killed in": { value: reached.size, holds: reached.size >= 3 },
  imports: { value: finished, holds: true },
  "not whole": { value: wrong, holds: wrong === 0 },
  twice: { value: twice?.count ?? -1, holds: twice?.count === 0 },
  "served too early": { value: unserved, holds: unserved === 0 },
  "slowest resume s": {
    value: Math.round(slowestResumeMs / 1000),
    holds: slowestResumeMs <= 90_000,
  },
});

async function waitFor(id: number, isReached: (now: Progress) => boolean): Promise<Progress> {
  let found: Progress | undefined;
  await until(
    async () => {
      const now = await getRegistryImport(id);
      if (isReached(now)) found = now;
      else await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      return found !== undefined;
    },
    "the import to get there",
    WITHIN_MS,
  );
  if (!found) throw new Error("not reached");
  return found;
}

async function countServed(): Promise<number> {
  const row = await firstRow<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM registry.establishments`,
  );
  return row?.count ?? 0;
}
