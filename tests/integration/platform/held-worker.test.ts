// Own process: a process is held, or not, from its start.
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { until } from "@/sandbox/testing";
import { beats } from "@/server/backoffice/recovery/beats.service";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { transaction } from "@/server/platform/db/transaction";
import { env } from "@/server/platform/env";
import { lookForCopy, releaseCopy } from "@/server/platform/system/copies.service";
import { checkInstallation } from "@/server/platform/system/installation.service";
import { compiled } from "@/tests/support/commands";
import { METRICS_TOKEN, runWithMetrics } from "@/tests/support/environments";

const PORT = env.PORT + 1_000;
runWithMetrics(PORT);

let worker: ChildProcess;
let output = "";
beforeAll(async () => {
  await checkInstallation();
  expect(await lookForCopy(beats)).toBeNull();
  await execute(sql`UPDATE installation SET place = 'another server/1'`);
  worker = spawn(process.execPath, compiled("workers/main.ts"), {
    cwd: join(import.meta.dirname, "../../.."),
    env: { ...process.env, LOG_LEVEL: "info" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  worker.stdout?.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
});
afterAll(
  () =>
    new Promise((resolve) => {
      worker.once("exit", resolve);
      worker.kill("SIGKILL");
    }),
);

/** What the probes of deploy/kubernetes ask, with the token. */
const probe = () =>
  fetch(`http://127.0.0.1:${PORT}/metrics`, {
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  }).catch(() => null);
const heartbeats = () => rows(sql`SELECT 1 FROM worker_heartbeats`);

test("a worker that waits for a restored copy to be confirmed answers its probes, and does nothing", async () => {
  await until(() => output.includes("this database is a copy"), "the copy to be held", 120_000);
  const answer = await probe();
  expect(answer?.status).toBe(200);
  expect(await answer?.text()).toContain("process_resident_memory_bytes");
  expect(await heartbeats()).toEqual([]);
  expect(output).not.toContain("worker started");

  // It does not wait for a line of the log: a start under load would end by it.
  const busy = new pg.Client(env.DATABASE_URL);
  await busy.connect();
  await busy.query("BEGIN; LOCK TABLE _prisma_migrations");
  await transaction(() => releaseCopy(beats));
  await until(() => output.includes("worker started"), "the worker to start", 60_000);
  await busy.end();
  await until(async () => (await heartbeats()).length > 0, "its heartbeat");
  expect((await probe())?.status).toBe(200);
});
