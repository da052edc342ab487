import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";
import { until } from "@/sandbox/testing";

/** A process of ours that needs `loadMs` before it watches its parent, and would then run for ever. */
const childCode = (loadMs: number) => `
  await new Promise((resolve) => setTimeout(resolve, ${loadMs}));
  const { endWithParent } = await import("@/server/platform/parent-watch");
  setInterval(() => {}, 1_000);
  endWithParent();
  if (process.connected) process.send("watching");
`;

/** Starts one as the launcher does, and says its pid, then that it watches. */
const parentCode = (loadMs: number) => `
  const child = require("node:child_process").spawn(
    process.execPath,
    ["--import", "tsx", "--input-type=module", "-e", ${JSON.stringify(childCode(loadMs))}],
    { stdio: ["ignore", "ignore", "ignore", "ipc"] },
  );
  console.log(child.pid);
  child.on("message", () => console.log("watching"));
`;

function startParent(loadMs: number): ChildProcess {
  const root = join(import.meta.dirname, "../../..");
  return spawn(process.execPath, ["-e", parentCode(loadMs)], { cwd: root });
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test.each([
  ["while it is loading", 500, 1],
  ["while it runs", 0, 2],
])("a part ends when its launcher is killed %s", async (_, loadMs, lines) => {
  const parent = startParent(loadMs);
  let output = "";
  parent.stdout?.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  await until(() => output.split("\n").length > lines, "the part to start");
  const pid = Number(output.split("\n")[0]);
  expect(isAlive(pid)).toBe(true);
  const exit = once(parent, "exit");
  parent.kill("SIGKILL");
  await exit;
  await until(() => !isAlive(pid), "the part to end");
});
