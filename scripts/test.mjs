/**
 * `npm test`: all checks, from formatting to the browser, ending with the line "N passed, N failed".
 * `npm run check`: the quick ones (format, lint, walls, types, dead code, unit tests).
 * `npm run test:long`: the tests that try many cases, with as many as can be.
 * Uses only Node's own modules: this file runs before anything is installed.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { BUILD_ONLY_ENV, buildIfChanged } from "./build.mjs";
import { installDependencies, isInstalled } from "./dependencies.mjs";
import { generateClient } from "./generate-client.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const [, , mode = "all"] = process.argv;
const isRoot = process.getuid?.() === 0;
const reports = mkdtempSync(join(tmpdir(), "garimpo-tests-"));
// CI's machine may be shared. What passes on the second try only is printed.
const retries = process.env.CI ? 1 : 0;
const total = { passed: 0, failed: 0 };
/** What took how long, in seconds: for the summary. */
const stages = [];
const testFiles = [];
const SLOWEST_FILES = 10;

process.chdir(root);
const programs = mode === "all" ? installPrograms() : null;
if (!isInstalled() || !existsSync(bin("vitest"))) {
  await task("install", installDependencies);
  if (total.failed > 0) finish();
}
generateClient();
if (mode === "long") {
  await longTests();
  finish();
}
await Promise.all([
  tool("format, lint, walls", "biome", ["ci", "--colors=off", "."]),
  // Before the build, which writes types that this check reads.
  tool("types", "tsc", ["--noEmit", "-p", "."]),
]);
// Two lanes in parallel: each waits often enough for the other to use the processors.
await Promise.all(mode === "check" ? [unitTests()] : [serverTests(), browserTests()]);
finish();

async function longTests() {
  const env = { TEST_LONG: "true" };
  await vitest("unit", {
    env,
    files: ["tests/architecture/parsers", "tests/architecture/patterns"],
  });
  await vitest("integration", { env, files: ["tests/integration/registry/registry-search"] });
}

async function unitTests() {
  await tool("dead code", "knip", ["--no-progress"]);
  await vitest("unit");
}

async function serverTests() {
  await unitTests();
  const { startPostgres, TEST_SERVER } = await import("./postgres.mjs");
  const server = await startPostgres({ ...TEST_SERVER, folder: join(root, ".data") });
  // The queue's tests wait more than they work.
  await Promise.all([vitest("integration*"), programs.then(queueTestsOnRedis)]);
  // It is kept between runs of vitest to make them quick; a complete run stops it.
  await server.stop();
}

async function browserTests() {
  const isBuilt = await task("build", () => buildIfChanged({ ...process.env, ...BUILD_ONLY_ENV }));
  await programs;
  // The browser tests' server would fail to build again.
  if (!isBuilt) return;
  await vitest("image");
  await browser();
}

/** Installs servers and browsers that the tests need. Runs alongside the rest, because it depends on the network. */
async function installPrograms() {
  if (!isRoot) return;
  if (hasRedis() && hasChromium()) return;
  await run("apt-get", ["update"]);
  if (!hasRedis()) await installProgram("redis-server");
  if (!hasChromium()) await installProgram("chromium-headless-shell");
  // Distributions without the shell have the whole browser.
  if (!hasChromium()) await installProgram("chromium");
}

async function installProgram(name) {
  console.log(`· installing ${name}`);
  await run("apt-get", ["install", "-y", name]);
}

/** Runs the queue tests again on Redis. */
async function queueTestsOnRedis() {
  const { startRedis } = await import("./redis.mjs");
  const redis = await startRedis();
  if (redis) {
    await vitest("queue-redis", { env: { REDIS_URL: `${redis.url}/1` } });
    redis.stop();
  } else if (process.env.CI) {
    fail("queue-redis: no redis-server here, and CI must have one");
  } else {
    console.log("- queue-redis left out: no redis-server on this machine");
  }
}

async function browser() {
  if (!hasChromium()) await run(bin("playwright"), ["install", "chromium"]);
  await playwright("browser");
  // The product with another WhatsApp provider.
  await playwright("browser-cloud", { E2E_PROVIDER: "cloud" });
  await playwright("browser-development", { E2E_DEVELOPMENT: "true" });
}

async function playwright(name, env = {}) {
  const startedAt = performance.now();
  const report = join(reports, `${name}.json`);
  const { code, output } = await run(
    bin("playwright"),
    ["test", `--retries=${retries}`, "--reporter=list,json"],
    {
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      ...env,
    },
  );
  const { stats = {}, suites = [] } = readReport(report);
  count(name, {
    passed: (stats.expected ?? 0) + (stats.flaky ?? 0),
    failed: stats.unexpected ?? 0,
    repeated: findRepeatedSpecs(suites),
    code,
    output,
    startedAt,
  });
}

/** Runs a project of vitest.config.ts, or several by their common beginning, as `integration*`: all files, or some. */
async function vitest(project, { env = {}, files = [] } = {}) {
  const startedAt = performance.now();
  const name = project.replace("*", "");
  const report = join(reports, `${name}.json`);
  const { code, output } = await run(
    bin("vitest"),
    [
      "run",
      ...files,
      "--project",
      project,
      `--retry=${retries}`,
      "--reporter=dot",
      "--reporter=json",
      `--outputFile.json=${report}`,
    ],
    env,
  );
  const { numPassedTests = 0, numFailedTests = 0, testResults = [] } = readReport(report);
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  for (const { name: path, startTime, endTime } of testResults) {
    testFiles.push({ name: relative(root, path), seconds: (endTime - startTime) / 1000 });
  }
  count(name, {
    passed: numPassedTests,
    failed: numFailedTests,
    repeated: tests
      .filter(({ status, failureMessages }) => status === "passed" && failureMessages.length > 0)
      .map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages[0]}`),
    code,
    output,
    startedAt,
  });
}

/** Specs that passed on the second try only. */
function findRepeatedSpecs(suites) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === "flaky"))
      .map(describeSpec),
    ...findRepeatedSpecs(inner),
  ]);
}

function describeSpec({ title, tests }) {
  const flaky = tests.find(({ status }) => status === "flaky");
  return `${title} (${flaky?.projectName}): ${flaky?.results[0]?.error?.message}`;
}

function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
}

/** Runs a tool as one test, judged by its exit code. */
function tool(name, command, args) {
  return task(name, async () => {
    const { code, output } = await run(bin(command), args);
    if (code !== 0) throw new Error(output);
  });
}

/** Runs `work` as one test, which fails if it throws. */
async function task(name, work) {
  const startedAt = performance.now();
  const output = await work().then(
    () => undefined,
    (error) => error.message,
  );
  const isDone = output === undefined;
  count(name, { passed: Number(isDone), failed: Number(!isDone), code: 0, output, startedAt });
  return isDone;
}

/** A runner that fails without a failed test (a crash, an unhandled error) counts as one failure. */
function count(name, { passed, failed, repeated = [], code, output, startedAt }) {
  const failures = code !== 0 && failed === 0 ? 1 : failed;
  total.passed += passed;
  total.failed += failures;
  const verdict = failures > 0 ? "✗" : "✓";
  const seconds = (performance.now() - startedAt) / 1000;
  stages.push({ name, seconds });
  console.log(
    `${verdict} ${name}: ${passed} passed, ${failures} failed (${Math.round(seconds)} s; ${elapsed()} s since the start)`,
  );
  // Never silent: a test that needs a second try is a fault of the test or of the product.
  for (const each of repeated) console.log(`! passed on the second try: ${each}`);
  if (failures > 0) console.log(output);
}

function fail(message) {
  total.failed += 1;
  console.log(`✗ ${message}`);
}

function run(command, args, env = {}) {
  const child = spawn(command, args, {
    env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32",
  });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, output })));
}

function bin(name) {
  return join(root, "node_modules", ".bin", name);
}

function onPath(name) {
  return spawnSync(name, ["--version"]).status === 0;
}

function hasRedis() {
  return ["redis-server", "valkey-server"].some(onPath) || Boolean(process.env.REDIS_URL);
}

function hasChromium() {
  const names = ["chromium-headless-shell", "chromium", "google-chrome"];
  return names.some(onPath) || Boolean(process.env.CHROMIUM_PATH);
}

function printSlowest(title, timed, most = timed.length) {
  console.log(`\n${title}:`);
  const slowestFirst = timed.toSorted((one, other) => other.seconds - one.seconds);
  for (const { name, seconds } of slowestFirst.slice(0, most)) {
    console.log(`${seconds.toFixed(1).padStart(8)} s  ${name}`);
  }
}

/** Of this process and all that it waited for, where the system tells: databases run on their own. */
function readProcessorSeconds() {
  if (process.platform !== "linux") return undefined;
  const stat = readFileSync("/proc/self/stat", "utf8");
  // From its state on: a name may contain blanks. Times come in hundredths of a second.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const hundredths = fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0);
  return Math.round(hundredths / 100);
}

function elapsed() {
  return Math.round(process.uptime());
}

function finish() {
  rmSync(reports, { recursive: true, force: true });
  printSlowest("Stages, slowest first", stages);
  if (testFiles.length > 0) {
    printSlowest(`The ${SLOWEST_FILES} slowest test files`, testFiles, SLOWEST_FILES);
  }
  const busy = readProcessorSeconds();
  console.log(`\n${elapsed()} s in all${busy ? `, ${busy} s of processor time` : ""}`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exit(total.failed > 0 ? 1 : 0);
}
