// Own process: the pool keeps the address of the database.
import { readFileSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { afterAll, expect, test } from "vitest";
import { listenLocally } from "@/sandbox/listening";
import { until } from "@/sandbox/testing";
import { openBulkSession } from "@/server/platform/db/bulk-session";
import { rows, searchRows, sql } from "@/server/platform/db/sql";
import { pingQueue } from "@/server/platform/jobs/enqueue";
import { startListening } from "@/server/platform/live/hub";
import { recordHeartbeat } from "@/server/platform/system/system.service";
import { runWithDatabase } from "@/tests/support/environments";
import { runApi } from "@/tests/support/running";

/** The database behind an address that can fall silent, as a host does that loses its power. */
async function startGate(database: URL) {
  const sockets = new Set<Socket>();
  let isSilent = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    return socket.on("error", () => undefined);
  };
  const server = createServer((client) => {
    keep(client);
    if (isSilent) return;
    const upstream = keep(connect(Number(database.port), database.hostname));
    client.on("close", () => upstream.destroy()).pipe(upstream);
    upstream.on("close", () => client.destroy()).pipe(client);
  });
  const port = await listenLocally(server);
  const url = new URL(database);
  url.hostname = "127.0.0.1";
  url.port = String(port);
  return {
    port,
    url: url.href,
    fallSilent() {
      isSilent = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

const gate = await startGate(new URL(process.env["DATABASE_URL"] ?? ""));
runWithDatabase(gate.url);
const api = runApi();
afterAll(() => gate.close());

/** The timers of this process's connections to the gate, in the kernel's words: its kind, and hundredths of seconds. */
function readTimers(): { kind: string; dueIn: number }[] {
  const port = gate.port.toString(16).toUpperCase().padStart(4, "0");
  return readFileSync("/proc/net/tcp", "utf8")
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , remote, state]) => remote?.endsWith(`:${port}`) && state === "01")
    .map(([, , , , , timer = ""]) => {
      const [kind = "", dueIn = ""] = timer.split(":");
      return { kind, dueIn: Number.parseInt(dueIn, 16) };
    });
}

const KEEP_ALIVE_TIMER = "02";

test.runIf(process.platform === "linux")(
  "every connection is probed after ten seconds of silence",
  async () => {
    const bulk = await openBulkSession({ key: 4199, id: 1 }, new AbortController().signal);
    await Promise.all([rows(sql`SELECT 1`), searchRows(sql`SELECT 1`)]);
    await Promise.all([pingQueue(), startListening()]);
    expect(readTimers().length).toBeGreaterThanOrEqual(5);
    await until(
      () => readTimers().every(({ kind, dueIn }) => kind === KEEP_ALIVE_TIMER && dueIn <= 1_000),
      "no connection without its probe",
    );
    await bulk.close();
  },
);

test("a database that falls silent keeps neither the readiness check nor a page waiting", async () => {
  await recordHeartbeat.run("a worker");
  const ask = (path: string) => fetch(`${api.url}${path}`, { signal: AbortSignal.timeout(30_000) });
  expect((await ask("/api/ready")).status).toBe(200);
  gate.fallSilent();
  const [ready, page] = await Promise.all([ask("/api/ready"), ask("/leads")]);
  expect(ready.status).toBe(503);
  expect(await ready.json()).toMatchObject({
    fields: { database: "down", queue: "down", worker: "down" },
  });
  expect(page.status).toBe(503);
});
