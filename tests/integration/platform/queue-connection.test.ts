import { connect, createServer, type Socket } from "node:net";
import { Queue, Worker } from "bullmq";
import { expect, test } from "vitest";
import { listenLocally } from "@/sandbox/listening";
import { until } from "@/sandbox/testing";
import { env } from "@/server/platform/env";
import { createRetryingBackend } from "@/server/platform/jobs/postgres-backend";

/** The database behind an address that at first ends every connection. */
async function startGate() {
  const target = new URL(env.DATABASE_URL);
  const sockets = new Set<Socket>();
  const gate = { open: false, refused: 0 };
  const server = createServer((client) => {
    if (!gate.open) {
      gate.refused += 1;
      client.destroy();
      return;
    }
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => undefined).on("close", () => client.destroy() && upstream.destroy());
    }
    client.pipe(upstream).pipe(client);
  });
  const url = new URL(env.DATABASE_URL);
  url.port = String(await listenLocally(server));
  return {
    gate,
    url: url.href,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

test("a queue and a worker that began while the database was away work once it is back", async () => {
  const { gate, url, close } = await startGate();
  const connection = { connectionString: url, schema: "bullmq", migrate: true };
  const done: unknown[] = [];
  const worker = new Worker(
    "connection",
    async ({ data }) => void done.push(data),
    { connection, autorun: false },
    createRetryingBackend,
  );
  const queue = new Queue("connection", { connection }, createRetryingBackend);
  const errors: string[] = [];
  worker.on("error", ({ message }) => errors.push(message));
  queue.on("error", ({ message }) => errors.push(message));
  const running = worker.run();
  await expect(queue.add("job", "too early")).rejects.toThrow();
  // It asks again, and leaves the process room for this.
  await until(() => gate.refused >= 4, "more attempts");
  expect(errors.length).toBeGreaterThan(0);

  gate.open = true;
  await until(() => queue.add("job", "now").then(Boolean, () => false), "the queue to take a job");
  await until(() => done.length > 0, "the job to be done", 30_000);
  expect(done).toEqual(["now"]);
  await worker.close();
  await running;
  await queue.close();
  close();
}, 90_000);
