import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { until } from "@/sandbox/testing";
import { describeEnd, keepRunning } from "@/scripts/parts.mjs";
import { watchSources } from "@/scripts/watch-sources.mjs";

const running: ReturnType<typeof keepRunning>[] = [];
const folders: string[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((part) => part.stop()));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Keeps a script running, with what the launcher reports of it. */
function keepScript(script: string) {
  const folder = mkdtempSync(join(tmpdir(), "garimpo-parts-"));
  folders.push(folder);
  const file = join(folder, "part.mjs");
  writeFileSync(file, script);
  const reported: string[] = [];
  const logFile = join(folder, "logs", "part.log");
  running.push(
    keepRunning({
      name: "part",
      args: ["--max-old-space-size=20", file],
      env: process.env,
      logFile,
      report: (line) => reported.push(line),
      firstPauseMs: 100,
      longestPauseMs: 300,
    }),
  );
  return { folder, file, reported, logFile };
}

test("a part that always ends is started again and again, with a growing pause", async () => {
  const { reported, logFile } = keepScript("console.log('started'); process.exit(3)");
  await until(() => reported.length >= 4, "the part to end four times");
  const pauses = reported.map((line) => Number(/in ([\d.]+) s/.exec(line)?.[1]));
  expect(pauses.slice(0, 4)).toEqual([0.1, 0.2, 0.3, 0.3]);
  expect(reported[0]).toContain("exit code 3");
  expect(reported[0]).toContain(logFile);
  expect(readFileSync(logFile, "utf8").match(/started/g)?.length).toBeGreaterThanOrEqual(4);
  expect(statSync(logFile).mode & 0o777).toBe(0o600);
});

test("a part without memory says so", async () => {
  const { reported } = keepScript("const all = []; for (;;) all.push(new Array(1000).fill({}));");
  await until(() => reported.length > 0, "the part to end");
  expect(reported[0]).toContain("out of memory");
});

test("a killed part names its signal", () => {
  expect(describeEnd(null, "SIGKILL", "")).toContain("SIGKILL");
  expect(describeEnd(null, "SIGSEGV", "")).toBe("SIGSEGV");
});

test("a log that has grown large is put aside when its part starts, and one of them is kept", async () => {
  const { reported, logFile } = keepScript("console.log('started'); process.exit(3)");
  await until(() => reported.length > 0, "the part to end");
  expect(existsSync(`${logFile}.1`)).toBe(false);
  for (const size of [20_000_001, 20_000_002]) {
    const ends = reported.length;
    truncateSync(logFile, size);
    await until(() => reported.length > ends + 1, "the part to start and end again");
    expect(statSync(`${logFile}.1`).size).toBeGreaterThanOrEqual(size);
    expect(statSync(logFile).size).toBeLessThan(1_000);
  }
});

test("a part that refuses to start says why", () => {
  const tail =
    "file.ts:3\n  throw new Error(\n\nError: The database lacks it.\n    at start (file.ts:3)";
  expect(describeEnd(1, null, tail)).toBe("exit code 1 (The database lacks it.)");
});

test("a stopped part is not started again", async () => {
  const { reported } = keepScript("setInterval(() => {}, 1000)");
  await running.splice(0)[0]?.stop();
  expect(reported).toEqual([]);
});

test("a part begins anew when its sources change, and only theirs", async () => {
  const { folder, file, reported, logFile } = keepScript(
    "console.log('first'); setInterval(() => {}, 1000)",
  );
  const log = () => readFileSync(logFile, "utf8");
  await until(() => log().includes("first"), "the first start");
  mkdirSync(join(folder, "server", "leads"), { recursive: true });
  let changes = 0;
  const stopWatching = watchSources({
    root: folder,
    folders: ["server"],
    quietMs: 50,
    onChange() {
      changes += 1;
      running[0]?.restart();
    },
  });
  try {
    writeFileSync(join(folder, "server", "leads", "leads.service.test.ts"), "");
    writeFileSync(file, "console.log('second'); setInterval(() => {}, 1000)");
    writeFileSync(join(folder, "server", "leads", "leads.service.ts"), "");
    writeFileSync(join(folder, "server", "leads", "leads.service.ts"), "// twice");
    await until(() => log().includes("second"), "the second start");
  } finally {
    stopWatching();
  }
  expect(changes).toBe(1);
  expect(reported).toEqual([]);
});
