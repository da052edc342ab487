/** A Redis for a test run: REDIS_URL, or a server from PATH on a free port. */
import { spawn, spawnSync } from "node:child_process";
import { createConnection } from "node:net";
import { freePort } from "./postgres.mjs";

const STARTED_WITHIN_MS = 10_000;

/** @returns {Promise<{ url: string, stop: () => void } | null>} null when none is available */
export async function startRedis() {
  if (process.env.REDIS_URL) return { url: process.env.REDIS_URL, stop: () => undefined };
  const server = ["redis-server", "valkey-server"].find(
    (name) => spawnSync(name, ["--version"]).status === 0,
  );
  if (!server) return null;
  const port = await freePort(0);
  const child = spawn(
    server,
    [
      "--port",
      String(port),
      "--bind",
      "127.0.0.1",
      "--save",
      "",
      "--appendonly",
      "no",
      // Who asks for one that does not exist gets the first, which others use.
      "--databases",
      "64",
      "--maxmemory-policy",
      "noeviction",
    ],
    { stdio: "ignore" },
  );
  await answers(port);
  return { url: `redis://127.0.0.1:${port}`, stop: () => child.kill("SIGKILL") };
}

async function answers(port) {
  const deadline = Date.now() + STARTED_WITHIN_MS;
  while (Date.now() < deadline) {
    const open = await new Promise((resolve) => {
      const socket = createConnection(port, "127.0.0.1");
      socket.once("connect", () => resolve(true));
      socket.once("error", () => resolve(false));
      socket.once("close", () => socket.destroy());
    });
    if (open) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("Redis did not start.");
}
