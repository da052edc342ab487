/**
 * `npm test`: what continuous integration runs, ending with the line "N passed, N failed".
 * `npm run test:all`: every browser test on both widths, and as many of the machine-made cases as there are.
 * `npm run test:near`: what the changes since `--since REV` (what is not pushed yet) reach.
 * `npm run check`: the quick ones (format, lint, walls, types, dead code, unit tests).
 * `--shard 1/3` runs a third of the tests, for several machines.
 * Uses only Node's own modules: this file runs before anything is installed.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { BUILD_ONLY_ENV, buildIfChanged } from "./build.mjs";
import { installDependencies, isInstalled } from "./dependencies.mjs";
import { generateClient } from "./generate-client.mjs";
import { findBase, findJourneys } from "./near.mjs";
import { count, finish, hasFailed, takeProcessorSeconds } from "./test-report.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { shard: { type: "string" }, since: { type: "string" } },
});
/** @type {"journeys" | "all" | "near" | "check"} */
const ring = positionals[0] ?? "journeys";
const shard = values.shard ? [`--shard=${values.shard}`] : [];
/** Checks of the whole project run on one machine only. */
const isFirstShard = (values.shard ?? "1/1").startsWith("1/");
// Only CI, whose machine may be shared, tries tests twice. Tests that needed it are printed.
const retries = process.env.CI ? 1 : 0;
const isRoot = process.getuid?.() === 0;
const reports = mkdtempSync(join(tmpdir(), "garimpo-tests-"));

process.chdir(root);
process.on(
  "exit",
  () => process.env.KEEP_REPORTS || rmSync(reports, { recursive: true, force: true }),
);
const programs = ring === "check" ? Promise.resolve() : installPrograms();
if (!isInstalled({ tools: true })) {
  await task("install", () => installDependencies({ tools: true }));
  if (hasFailed()) finish();
}
generateClient();
if (isFirstShard) await checkSources();
if (ring === "check") await vitest("unit");
else if (ring === "near") await near();
else await everything();
finish();

/** Before the build, which writes types that these tools read. */
async function checkSources() {
  await Promise.all([
    tool("format, lint, walls", "biome", ["ci", "--colors=off", "."]),
    tool("types", "tsc", ["--noEmit", "-p", "."]),
  ]);
  if (ring !== "near") await tool("dead code", "knip", ["--no-progress"]);
}

/** Runs the stages in sequence, each with all processors. The queue tests mostly wait, so they run alongside. */
async function everything() {
  const isBuilt = build();
  await vitest("unit", { files: shard });
  await isBuilt;
  await withPostgres(async () => {
    await Promise.all([
      vitest("integration*", { files: shard }),
      isFirstShard && programs.then(queueTestsOnRedis),
    ]);
    if ((await isBuilt) && isFirstShard) await vitest("image");
  });
  await programs;
  // The browser tests' server would fail to build again.
  if (!(await isBuilt)) return;
  await playwright(shard);
  if (ring !== "all" || !isFirstShard) return;
  // Tests of a whole installation, and of the development server, need separate products.
  for (const product of ["apart", "development"]) await playwright([], product);
}

/** Tests whose files import changed ones, and the journeys through changed screens. */
async function near() {
  const base = findBase(values.since);
  const journeys = findJourneys(base);
  console.log(`· changes since ${base.slice(0, 12)}`);
  const changed = [`--changed=${base}`, "--passWithNoTests"];
  await vitest("unit", { files: changed });
  await withPostgres(() => vitest("integration*", { files: changed }));
  if (journeys.length > 0 && (await build())) await playwright(journeys);
}

function build() {
  return task("build", () => buildIfChanged({ ...process.env, ...BUILD_ONLY_ENV }));
}

/** The server of the tests outlives a run of vitest, which makes the next one quick; it is stopped after `work`. */
async function withPostgres(work) {
  const { startPostgres, TEST_SERVER } = await import("./postgres.mjs");
  const server = await startPostgres({ ...TEST_SERVER, folder: join(root, ".data") });
  await work();
  await server.stop();
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
    await task("queue-redis", async () => {
      throw new Error("no redis-server here, and CI must have one");
    });
  } else {
    console.log("- queue-redis left out: no redis-server on this machine");
  }
}

/**
 * @param {string[]} selection files, or a shard
 * @param {string} [product] see playwright.config.ts
 */
async function playwright(selection, product) {
  if (!hasChromium()) await run(bin("playwright"), ["install", "chromium"]);
  const startedAt = performance.now();
  const name = product ? `browser-${product}` : "browser";
  const report = join(reports, `${name}.json`);
  const { code, output, processorSeconds } = await run(
    bin("playwright"),
    // A file that has changed may have no journey.
    ["test", ...selection, "--pass-with-no-tests", `--retries=${retries}`, "--reporter=list,json"],
    {
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      TEST_RING: ring,
      ...(product && { E2E_PRODUCT: product }),
    },
  );
  const { stats = {}, suites = [] } = readReport(report);
  count(name, {
    passed: (stats.expected ?? 0) + (stats.flaky ?? 0),
    failed: stats.unexpected ?? 0,
    repeated: suites.flatMap(listSpecs).filter(isRepeated).map(describeSpec),
    files: suites.map((suite) => ({ name: suite.file, seconds: sumSeconds(listSpecs(suite)) })),
    code,
    output,
    processorSeconds,
    startedAt,
  });
}

/** Runs a project of vitest.config.ts, or several by their common beginning, as `integration*`: all files, or some. */
async function vitest(project, { env = {}, files = [] } = {}) {
  const startedAt = performance.now();
  const name = project.replace("*", "");
  const report = join(reports, `${name}.json`);
  const { code, output, processorSeconds } = await run(
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
    { TEST_RING: ring, ...env },
  );
  const { numPassedTests = 0, numFailedTests = 0, testResults = [] } = readReport(report);
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  count(name, {
    passed: numPassedTests,
    failed: numFailedTests,
    repeated: tests
      .filter(({ status, failureMessages }) => status === "passed" && failureMessages.length > 0)
      .map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages[0]}`),
    files: testResults.map(({ name: path, startTime, endTime }) => ({
      name: relative(root, path),
      seconds: (endTime - startTime) / 1000,
    })),
    code,
    output,
    processorSeconds,
    startedAt,
  });
}

/** Of a file's tests, at any depth. */
function listSpecs({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(listSpecs)];
}

function isRepeated({ tests }) {
  return tests.some(({ status }) => status === "flaky");
}

function describeSpec({ title, tests }) {
  const flaky = tests.find(({ status }) => status === "flaky");
  return `${title} (${flaky?.projectName}): ${flaky?.results[0]?.error?.message}`;
}

function sumSeconds(specs) {
  const results = specs.flatMap(({ tests }) => tests.flatMap((each) => each.results));
  return results.reduce((sum, { duration }) => sum + duration / 1000, 0);
}

function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
}

/** Runs a tool as one test, judged by its exit code. */
function tool(name, command, args) {
  return task(name, async () => {
    const { code, output, processorSeconds } = await run(bin(command), args);
    if (code !== 0) throw new Error(output);
    return processorSeconds;
  });
}

/** Runs `work` as one test, which fails if it throws. What it returns are its processor seconds, where it knows them. */
async function task(name, work) {
  const startedAt = performance.now();
  const { seconds, output } = await work().then(
    (seconds) => ({ seconds, output: undefined }),
    (error) => ({ seconds: undefined, output: error.message }),
  );
  const isDone = output === undefined;
  const processorSeconds = seconds ?? takeProcessorSeconds();
  const counts = { passed: Number(isDone), failed: Number(!isDone), code: 0 };
  count(name, { ...counts, output, processorSeconds, startedAt });
  return isDone;
}

function run(command, args, env = {}) {
  const child = spawn(command, args, {
    env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32",
  });
  let output = "";
  let processorSeconds = 0;
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  child.once("exit", () => (processorSeconds = takeProcessorSeconds()));
  return new Promise((resolve) =>
    child.once("close", (code) => resolve({ code, output, processorSeconds })),
  );
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
