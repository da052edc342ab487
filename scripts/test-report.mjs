/** Counts what the stages of `npm test` found, and prints the summary. Uses only Node's own modules. */
import { readFileSync } from "node:fs";

const total = { passed: 0, failed: 0 };
/** Seconds of each stage on the clock, and of processor time of the processes that it started. */
const stages = [];
const testFiles = [];
const repeatedTests = [];
const SLOWEST_FILES = 10;

let reaped = readChildrenSeconds();
const busyAtStart = readBusySeconds();

/**
 * A runner that fails without a failed test (a crash, an unhandled error) counts as one failure.
 * @param {string} name of the stage
 * @param {{ passed: number, failed: number, repeated?: string[], files?: { name: string, seconds: number }[], code: number | null,
 *   output?: string, startedAt: number, processorSeconds?: number }} result `repeated`: tests that passed on the second try only
 */
export function count(name, { passed, failed, repeated = [], files = [], code, ...result }) {
  const failures = code !== 0 && failed === 0 ? 1 : failed;
  total.passed += passed;
  total.failed += failures;
  repeatedTests.push(...repeated.map((each) => `${name}: ${each}`));
  testFiles.push({ name, files });
  const seconds = (performance.now() - result.startedAt) / 1000;
  stages.push({ name, seconds, processorSeconds: result.processorSeconds ?? 0 });
  console.log(
    `${failures > 0 ? "✗" : "✓"} ${name}: ${passed} passed, ${failures} failed (${Math.round(seconds)} s; ${elapsed()} s since the start)`,
  );
  if (failures > 0) console.log(result.output);
}

export const hasFailed = () => total.failed > 0;

/** Prints the summary, whose last line is "N passed, N failed", and ends the process. */
export function finish() {
  console.log("\nSeconds, processor seconds, stage:");
  for (const { name, seconds, processorSeconds } of bySeconds(stages)) {
    console.log(`${column(seconds)} ${column(processorSeconds)}  ${name}`);
  }
  for (const { name, files } of testFiles) {
    if (files.length === 0) continue;
    console.log(`\nThe slowest files of ${name}:`);
    for (const each of bySeconds(files).slice(0, SLOWEST_FILES)) {
      console.log(`${column(each.seconds)}  ${each.name}`);
    }
  }
  const busy = readBusySeconds();
  const machine =
    busy === undefined ? "" : `, ${Math.round(busy - busyAtStart)} s of this machine's processors`;
  console.log(`\n${elapsed()} s in all${machine}`);
  // Never silent: a test that needs a second try is a fault of the test or of the product.
  console.log(`${repeatedTests.length} passed on the second try`);
  for (const each of repeatedTests) console.log(`! ${each}`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exit(hasFailed() ? 1 : 0);
}

/**
 * Processor seconds of the child processes that exited since the last call, with their own children. Called at each exit,
 * it returns that child's time. A detached process, as the database, is not counted.
 */
export function takeProcessorSeconds() {
  const before = reaped;
  reaped = readChildrenSeconds();
  return reaped - before;
}

/** Returns 0 outside Linux. */
function readChildrenSeconds() {
  if (process.platform !== "linux") return 0;
  const stat = readFileSync("/proc/self/stat", "utf8");
  // From its state on: a name may contain blanks. Times come in hundredths of a second.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

/** Processor seconds of the whole machine since it booted; undefined outside Linux. */
function readBusySeconds() {
  if (process.platform !== "linux") return undefined;
  const [, user = "0", nice = "0", system = "0"] = readFileSync("/proc/stat", "utf8").split(/ +/);
  return (Number(user) + Number(nice) + Number(system)) / 100;
}

const bySeconds = (timed) => timed.toSorted((one, other) => other.seconds - one.seconds);
const column = (seconds) => seconds.toFixed(1).padStart(8);

function elapsed() {
  return Math.round(process.uptime());
}
