/**
 * `npm test`: everything that must hold, from formatting to the browser, and one closing line "N passed, N failed".
 * `npm run check`: the quick half (format, lint, walls, types, dead code, unit tests).
 * Node's own modules only: this file runs before anything is installed.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { generateClient } from "./generate-client.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const quick = process.argv[2] === "check";
const isRoot = process.getuid?.() === 0;
const reports = mkdtempSync(join(tmpdir(), "garimpo-tests-"));
const total = { passed: 0, failed: 0 };

process.chdir(root);
if (!existsSync("node_modules/.bin/vitest")) {
  await step("install", "npm", ["ci"]);
  if (total.failed > 0) finish();
}
generateClient();
await step("format, lint, walls", bin("biome"), ["ci", "--colors=off", "."]);
await step("types", bin("tsc"), ["--noEmit", "-p", "."]);
await step("dead code", bin("knip"), ["--no-progress"]);
await vitest("unit");
if (!quick) {
  await vitest("integration");
  await redisHalf();
  await stopTestDatabase();
  await browser();
}
finish();

/** The queue's tests once more, on the other backend. */
async function redisHalf() {
  const found = ["redis-server", "valkey-server"].some(onPath) || process.env.REDIS_URL;
  if (!found && isRoot) install("redis-server");
  const { startRedis } = await import("./redis.mjs");
  const redis = await startRedis();
  if (redis) {
    await vitest("queue-redis", { REDIS_URL: `${redis.url}/1` });
    redis.stop();
  } else if (process.env.CI) {
    fail("queue-redis: no redis-server here, and CI must have one");
  } else {
    console.log("- queue-redis left out: no redis-server on this machine");
  }
}

/** The tests' server outlives a single vitest run, so that runs in a row are quick; a whole run leaves nothing behind. */
async function stopTestDatabase() {
  const { startPostgres } = await import("./postgres.mjs");
  const server = { folder: join(root, ".data"), name: "test-postgres", preferredPort: 54_339 };
  await (await startPostgres(server)).stop();
}

async function browser() {
  const installed = ["chromium", "google-chrome"].some(onPath) || process.env.CHROMIUM_PATH;
  if (!installed) {
    if (isRoot) install("chromium");
    if (!["chromium", "google-chrome"].some(onPath)) {
      await run(bin("playwright"), ["install", "chromium"]);
    }
  }
  const report = join(reports, "browser.json");
  const { code, output } = await run(bin("playwright"), ["test", "--reporter=list,json"], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  });
  const stats = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")).stats : {};
  count("browser", {
    passed: (stats.expected ?? 0) + (stats.flaky ?? 0),
    failed: stats.unexpected ?? 0,
    code,
    output,
  });
}

async function vitest(project, env = {}) {
  const report = join(reports, `${project}.json`);
  const { code, output } = await run(
    bin("vitest"),
    [
      "run",
      "--project",
      project,
      "--reporter=dot",
      "--reporter=json",
      `--outputFile.json=${report}`,
    ],
    env,
  );
  const result = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : {};
  count(project, {
    passed: result.numPassedTests ?? 0,
    failed: result.numFailedTests ?? 0,
    code,
    output,
  });
}

/** A tool whose exit code is its verdict counts as one test. */
async function step(name, command, args) {
  const { code, output } = await run(command, args);
  count(name, { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, code, output });
}

/** A runner that ended badly without a failed test (a crash, an unhandled error) counts as one failure. */
function count(name, { passed, failed, code, output }) {
  const failures = code !== 0 && failed === 0 ? 1 : failed;
  total.passed += passed;
  total.failed += failures;
  const verdict = failures > 0 ? "✗" : "✓";
  console.log(`${verdict} ${name}: ${passed} passed, ${failures} failed (${seconds()} s)`);
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

function install(packageName) {
  console.log(`· installing ${packageName}`);
  spawnSync("apt-get", ["update"], { stdio: "ignore" });
  spawnSync("apt-get", ["install", "-y", packageName], { stdio: "ignore" });
}

function seconds() {
  return Math.round(process.uptime());
}

function finish() {
  rmSync(reports, { recursive: true, force: true });
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  process.exit(total.failed > 0 ? 1 : 0);
}
