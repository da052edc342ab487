import { type ChildProcess, spawn } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startPostgres, TEST_SERVER } from "@/scripts/postgres.mjs";

/** Nobody else may enter it: under root, whose server has another account, the data goes elsewhere. */
const folder = mkdtempSync(join(tmpdir(), "garimpo-postgres-"));
const start = () => startPostgres({ ...TEST_SERVER, folder, preferredPort: 0 });
const LARGE = 20_000_001;

let server: Awaited<ReturnType<typeof start>>;
let other: ChildProcess | undefined;
beforeAll(async () => {
  server = await start();
});
afterEach(() => other?.kill("SIGKILL"));
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
  rmSync(dirname(server.dataDir), { recursive: true, force: true });
});

async function isAnswering({ url }: { url: string }): Promise<boolean> {
  const client = new pg.Client(url);
  await client.connect();
  const { rowCount } = await client.query("SELECT 1");
  await client.end();
  return rowCount === 1;
}

test("it tells where its data is, and is found by whoever starts it again", async () => {
  expect(existsSync(join(server.dataDir, "PG_VERSION"))).toBe(true);
  expect(server.dataDir.startsWith(folder)).toBe(process.getuid?.() !== 0);
  expect(await start()).toMatchObject({ url: server.url, wasRunning: true });
});

test("a process that got its id later is not taken for it", async () => {
  const pidFile = join(server.dataDir, "postmaster.pid");
  const left = readFileSync(pidFile, "utf8");
  await server.stop();
  other = spawn(process.execPath, ["--eval", "setInterval(() => {}, 1_000)", "postgres"]);
  writeFileSync(pidFile, left.replace(/^\d+/, String(other.pid)));
  server = await start();
  expect(server.wasRunning).toBe(false);
  expect(await isAnswering(server)).toBe(true);
});

test("a log that has grown large is put aside when it starts", async () => {
  const log = join(dirname(server.dataDir), `${TEST_SERVER.name}.log`);
  await server.stop();
  truncateSync(log, LARGE);
  server = await start();
  expect(statSync(`${log}.1`).size).toBe(LARGE);
  expect(readFileSync(log, "utf8")).toContain("starting PostgreSQL");
});
