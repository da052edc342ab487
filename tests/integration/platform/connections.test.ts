// Own process: the pool keeps its number of connections.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { until } from "@/sandbox/testing";
import { firstRow, rows, sql } from "@/server/platform/db/sql";
import { env } from "@/server/platform/env";
import {
  countNeededConnections,
  warnOfConnections,
} from "@/server/platform/system/connections.service";
import { compiled } from "@/tests/support/commands";
import { FEW_CONNECTIONS, runWithFewConnections } from "@/tests/support/environments";
import { runWorkers } from "@/tests/support/running";

const root = join(import.meta.dirname, "../../..");

runWithFewConnections();
runWorkers();

const countOwn = async () =>
  (
    await firstRow<{ taken: number }>(
      sql`SELECT count(*)::int AS taken FROM pg_stat_activity
        WHERE datname = current_database() AND backend_type = 'client backend'`,
    )
  )?.taken ?? 0;

test("a worker under load takes no more connections than it says", async () => {
  await until(async () => (await countOwn()) > 20, "the queues to be connected");
  // More statements at once than there are connections.
  await Promise.all(Array.from({ length: 60 }, () => rows(sql`SELECT pg_sleep(0.05)`)));
  const taken = await countOwn();
  expect(taken).toBeGreaterThan(20);
  expect(taken).toBeLessThanOrEqual(countNeededConnections("worker"));
});

test("its statements share the connections that it was given", async () => {
  await Promise.all(Array.from({ length: 60 }, () => rows(sql`SELECT pg_sleep(0.02)`)));
  const own = await firstRow<{ taken: number }>(
    sql`SELECT count(*)::int AS taken FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'garimpo'`,
  );
  expect(own?.taken).toBe(FEW_CONNECTIONS);
});

test("a process that finds too few connections says so at its start, and works", async () => {
  const worker = spawn(process.execPath, compiled("workers/main.ts"), {
    cwd: root,
    env: { ...process.env, LOG_LEVEL: "info", DATABASE_CONNECTIONS: "200" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  worker.stdout.on("data", (chunk) => (output += chunk));
  try {
    await until(async () => output.includes("worker started"), "the worker", 120_000);
    const line = output.split("\n").find((each) => each.includes("too few connections")) ?? "{}";
    const { allowed, taken, needed } = JSON.parse(line) as Record<string, number>;
    expect(needed).toBe(200 - env.DATABASE_CONNECTIONS + countNeededConnections("worker"));
    expect(allowed).toBeGreaterThan(0);
    expect(taken).toBeGreaterThan(0);
  } finally {
    worker.kill("SIGKILL");
  }
});

test("a process that cannot look how many there are starts all the same", async () => {
  const hold = Array.from({ length: FEW_CONNECTIONS }, () => rows(sql`SELECT pg_sleep(7)`));
  await expect(warnOfConnections("worker")).resolves.toBeUndefined();
  await Promise.all(hold);
});
