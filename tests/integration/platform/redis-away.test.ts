// Own process: its modules are loaded anew for each Redis.
import { createServer, type Socket } from "node:net";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { listenLocally } from "@/sandbox/listening";
import type { TestApi } from "@/tests/support/api";

/** A Redis that takes connections and never says a word; and an address where nothing listens. */
const sockets = new Set<Socket>();
const mute = createServer((socket) => sockets.add(socket.on("error", () => undefined)));
await listenLocally(mute);
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  mute.close();
});
let api: TestApi | undefined;
afterEach(() => api?.close());
const { port } = mute.address() as { port: number };

test.each([
  ["refuses connections", "redis://127.0.0.1:1"],
  ["takes connections and says nothing", `redis://127.0.0.1:${port}`],
])("a Redis that %s from the start keeps no request waiting", async (_name, url) => {
  process.env["REDIS_URL"] = url;
  // Modules read the environment on import, as a process does at its start.
  vi.resetModules();
  const { startApi } = await import("@/tests/support/api");
  const { buildUser } = await import("@/tests/factories/users");
  api = await startApi();
  const { url: address } = api;
  const call = (method: string, path: string, body?: object) =>
    fetch(`${address}${path}`, {
      method,
      headers: { "content-type": "application/json" },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(8_000),
    });
  const ready = await call("GET", "/api/ready");
  expect(ready.status).toBe(503);
  expect(await ready.json()).toMatchObject({ fields: { queue: "down", database: "ok" } });
  // Its mail is a row that the sweep enqueues later.
  const user = await buildUser();
  const { firstRow, sql } = await import("@/server/platform/db/sql");
  const account = await firstRow(sql`SELECT email FROM users WHERE id = ${user.personId}`);
  expect((await call("POST", "/api/reset_password", account ?? {})).status).toBe(200);
});
