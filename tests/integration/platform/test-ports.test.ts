import { createServer } from "node:net";
import { expect, test } from "vitest";
import { listenLocally } from "@/sandbox/listening";
import { lastingPort } from "@/scripts/postgres.mjs";

test("a port is given once, though nobody listens on it yet", async () => {
  const ports = await Promise.all(Array.from({ length: 600 }, () => lastingPort()));
  expect(new Set(ports).size).toBe(600);
});

test("who finds the port taken is told at once", async () => {
  const [first, second] = [createServer(), createServer()];
  const port = await listenLocally(first);
  await expect(listenLocally(second, port)).rejects.toThrow("EADDRINUSE");
  first.close();
});
