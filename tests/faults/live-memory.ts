import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { WebSocket } from "ws";
import { z } from "zod";
import { until } from "@/sandbox/testing";

const OPENS_WITHIN_MS = 30_000;
/** Runs after the client has left. Left open, the inspector's own descriptors would count as the process's. */
const CLOSE_INSPECTOR = `void setTimeout(() => process.getBuiltinModule("inspector").close(), 500)`;
/**
 * Node keeps the map of a compiled file, parsed, from the first stack that names it: some 30 MB of all, once. Parsed before
 * the first look, they are not taken for something that grows.
 */
const PARSE_MAPS = `(() => {
  const { readdirSync } = process.getBuiltinModule("node:fs");
  const { findSourceMap } = process.getBuiltinModule("node:module");
  const { resolve } = process.getBuiltinModule("node:path");
  for (const file of readdirSync(".compiled", { recursive: true })) {
    if (file.endsWith(".js")) findSourceMap(resolve(".compiled", file));
  }
})()`;
const MB = 1024 * 1024;

const Targets = z.array(z.object({ webSocketDebuggerUrl: z.string() })).min(1);
const Usage = z.object({
  result: z.object({
    result: z.object({ value: z.object({ heapUsed: z.number(), external: z.number() }) }),
  }),
});

/** Makes a process open its inspector at this port when a test asks for its memory, and not before. */
export const inspectableAt = (port: number) => ({ NODE_OPTIONS: `--inspect-port=${port}` });

/**
 * What a process still refers to after a collection, in MB: its heap, and what lies outside of it. Unlike the resident
 * memory it does not depend on when Node gives the system something back.
 */
export async function readLiveMb({ pid }: ChildProcess, port: number): Promise<number> {
  if (pid === undefined) throw new Error("The process never started.");
  process.kill(pid, "SIGUSR1");
  const list = () => fetch(`http://127.0.0.1:${port}/json/list`).catch(() => null);
  await until(async () => (await list())?.ok === true, "the inspector to open", OPENS_WITHIN_MS);
  const [target] = Targets.parse(await (await list())?.json());
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? "");
  await once(socket, "open");
  let id = 0;
  const ask = async (method: string, params: object = {}) => {
    id += 1;
    const answered = once(socket, "message");
    socket.send(JSON.stringify({ id, method, params }));
    const [answer] = await answered;
    return JSON.parse(String(answer)) as unknown;
  };
  await ask("Runtime.evaluate", { expression: PARSE_MAPS });
  // Memory that finalizers release is freed by the second collection.
  for (let nth = 0; nth < 2; nth += 1) await ask("HeapProfiler.collectGarbage");
  const expression = "process.memoryUsage()";
  const { result } = Usage.parse(
    await ask("Runtime.evaluate", { expression, returnByValue: true }),
  );
  await ask("Runtime.evaluate", { expression: CLOSE_INSPECTOR });
  socket.close();
  await once(socket, "close");
  await until(async () => (await list()) === null, "the inspector to close", OPENS_WITHIN_MS);
  const { heapUsed, external } = result.result.value;
  return Math.round((heapUsed + external) / MB);
}
