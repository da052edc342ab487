/**
 * `npm start`: performs every step a machine with Node needs to run Garimpo and reports each. Uses only Node's own
 * modules: this file runs before anything is installed.
 */
import { spawn } from "node:child_process";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { buildPagesIfChanged } from "./build.mjs";
import { compileIfChanged } from "./compile.mjs";
import { getOwnAddress, hasRealPhones, readConfiguration } from "./configuration.mjs";
import { lockDataFolder } from "./data-folder.mjs";
import { installDependencies, isInstalled } from "./dependencies.mjs";
import { generateClient } from "./generate-client.mjs";
import { keepRunning } from "./parts.mjs";
import { awaitReadiness } from "./readiness.mjs";
import { watchSources } from "./watch-sources.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const dev = process.argv.includes("--dev");
const SERVER_SOURCES = ["server", "workers", "app/api", "lib", "sandbox"];
// On a slow disk a process may need minutes to answer; if one ends meanwhile, that is reported at once, with its reason.
const READY_WITHIN_MS = 10 * 60_000;
const PORTS_WITHIN_MS = 15_000;
const WATCH_DATABASE_MS = 2_000;
const WATCH_FAILING_DATABASE_MS = 30_000;
// See docs/operations.md, "Processes".
const SMALL_HEAP = "--max-old-space-size=512";
const SMALL_YOUNG_HEAP = "--max-semi-space-size=4";
/** Location of the database, the sandbox and the logs. */
const dataDir = resolve(root, process.env.GARIMPO_DATA_DIR || ".data");

const parts = [];
let folder;
let postgres;
let closing = false;

process.chdir(root);
// The terminal may go away; the product stays.
for (const output of [process.stdout, process.stderr]) output.on("error", () => undefined);
process.on("SIGINT", () => void close(0));
process.on("SIGTERM", () => void close(0));
await main().catch(async (error) => {
  console.error(`\n✗ ${error.message}`);
  await close(1);
});

async function main() {
  await step("Node", checkNode);
  folder = await step("Data folder", () => lockDataFolder(dataDir));
  await step(
    "Dependencies",
    async () => isInstalled({ tools: dev }) || installDependencies({ tools: dev }),
  );
  await step("Prisma client", generateClient);
  const env = await step("Configuration", () => readConfiguration({ root, dataDir, dev }));
  if (!dev) await step("Processes", compileIfChanged);
  // The longest step of all; only the web waits for it.
  const pages = dev ? Promise.resolve() : buildPagesIfChanged(env);
  pages.catch(() => undefined);
  if (!env.DATABASE_URL) await step("PostgreSQL", () => startDatabase(env));
  await step("Migrations", () => runScript("scripts/migrate.ts", env));
  if (env.SEED === "demo") await step("Demonstration data", () => runScript("prisma/seed.ts", env));
  await step("Ports", () => waitForPorts(env));
  // The sandbox calls this machine, even if services elsewhere get another address.
  const sandboxEnv = { ...env, WEBHOOK_URL: getOwnAddress(env) };
  if (env.SANDBOX_URL) startPart("sandbox", [], "sandbox/main.ts", sandboxEnv);
  startPart("worker", [SMALL_HEAP], "workers/main.ts", env);
  if (!dev) await step("Pages", () => pages);
  // The development server compiles pages in its own process and needs more memory.
  const webFlags = dev ? [] : [SMALL_HEAP, SMALL_YOUNG_HEAP];
  startPart("web", webFlags, "server/main.ts", env);
  const readiness = await step("Ready", () => waitUntilReady(env));
  if (dev) restartOnChange();
  printGreeting(env);
  if (readiness === "held") printHold(env);
  else if (env.SEED === "demo") prepareRegistry(env);
}

/** Runs in the background: the first start does not wait for it, and the product works without it. */
function prepareRegistry(env) {
  runScript("scripts/registry-demo.ts", env).catch((error) => {
    if (!closing) console.error(`! The demonstration has no company registry: ${error.message}`);
  });
}

async function step(name, work) {
  const startedAt = Date.now();
  process.stdout.write(`· ${name} …`);
  try {
    const result = await work();
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    process.stdout.write(`\r✓ ${name} (${seconds} s)\n`);
    return result;
  } catch (error) {
    process.stdout.write("\n");
    throw error;
  }
}

function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Error(`Node ${process.versions.node} is too old: install Node 20.19 or newer.`);
  }
}

async function startDatabase(env) {
  const { OWN_SERVER, openOwnDatabase, startPostgres } = await import("./postgres.mjs");
  const server = { folder: dataDir, ...OWN_SERVER };
  postgres = await startPostgres(server);
  // Restarts the server on the same port if it dies; the product reconnects.
  const again = { ...server, preferredPort: Number(new URL(postgres.url).port) };
  watchDatabase(() => startPostgres(again), WATCH_DATABASE_MS);
  env.DATABASE_URL = await openOwnDatabase(postgres.url);
}

/** `start` does nothing while the server runs. After a failure the pause doubles, up to a limit. */
function watchDatabase(start, pauseMs) {
  setTimeout(async () => {
    if (closing) return;
    try {
      await start();
      watchDatabase(start, WATCH_DATABASE_MS);
    } catch (error) {
      console.error(`! ${error.message}`);
      watchDatabase(start, Math.min(2 * pauseMs, WATCH_FAILING_DATABASE_MS));
    }
  }, pauseMs).unref();
}

/** Processes of a killed run release their ports within seconds; other programs do not. */
async function waitForPorts(env) {
  const { isFree } = await import("./postgres.mjs");
  const sandboxPorts = env.SANDBOX_URL ? ["SANDBOX_PORT", "SANDBOX_SMTP_PORT"] : [];
  for (const name of ["PORT", ...sandboxPorts.filter((each) => env[each])]) {
    const port = Number(env[name]);
    const deadline = Date.now() + PORTS_WITHIN_MS;
    while (!(await isFree(port))) {
      if (closing) throw new Error("Stopped before it was ready.");
      if (Date.now() > deadline) {
        throw new Error(
          `Port ${port} is taken. Is Garimpo running already? Stop what holds it, or set ${name} to another.`,
        );
      }
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}

/** How Node runs a source: in development the source itself, otherwise its compiled form. */
function commandOf(source) {
  return dev ? ["--import", "tsx", source] : ["scripts/run.mjs", source.replace(/\.ts$/, "")];
}

function runScript(file, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, commandOf(file), {
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    child.once("exit", (code) => {
      if (code === 0) return resolve(undefined);
      reject(
        new Error(
          `${file} failed (exit ${code}):\n${output.trim().split("\n").slice(-15).join("\n")}`,
        ),
      );
    });
  });
}

/** Starts one process, with its log in .data/logs. */
function startPart(name, flags, source, env) {
  const logFile = join(dataDir, "logs", `${name}.log`);
  const args = [...flags, ...commandOf(source), ...(dev && name === "web" ? ["--dev"] : [])];
  parts.push(keepRunning({ name, args, env, logFile }));
}

/** Routes, services and jobs are loaded once: after a change their processes are restarted. */
function restartOnChange() {
  const restart = () => {
    console.log("· Sources changed: starting web and worker again");
    for (const part of parts) part.restart();
  };
  watchSources({ root, folders: SERVER_SOURCES, onChange: restart });
}

async function waitUntilReady(env) {
  const report = (line) => console.log(`\n· Ready: ${line} …`);
  const options = { withinMs: READY_WITHIN_MS, isCancelled: () => closing, report };
  return awaitReadiness(getOwnAddress(env), options).catch((error) => {
    if (closing) throw error;
    const logs = join(dataDir, "logs");
    throw new Error(`${error.message} See ${logs}.`);
  });
}

function printGreeting(env) {
  const lines = [`\nGarimpo: ${env.APP_URL}`];
  if (env.SANDBOX_URL) {
    const what = hasRealPhones(env)
      ? "in place of services that are not configured"
      : "the phones that scan your QR code and answer";
    lines.push(`Sandbox (${what}): ${env.SANDBOX_URL}`);
  }
  if (postgres && relative(dataDir, postgres.dataDir).startsWith("..")) {
    lines.push(`Database, outside of ${dataDir}: ${postgres.dataDir}`);
  }
  if (env.SEED === "demo") {
    lines.push(
      "\nDemonstration accounts, password garimpo123:",
      "  demo@garimpo.local   free plan",
      "  pro@garimpo.local    PRO plan",
      "  admin@garimpo.local  administrator",
    );
  }
  lines.push(`\nLogs: ${join(dataDir, "logs")}   Stop: Ctrl-C`);
  console.log(lines.join("\n"));
}

function printHold(env) {
  console.log(`
! The database is a restored copy, and is held: nothing is sent, searched or changed.
  If the system it is a copy of still runs, stop that one first: both would write to the same people.
  Then sign in as the administrator, open ${env.APP_URL}/admin/filas and press
  'Confirmar que este é o sistema'.`);
}

async function close(code) {
  if (closing) return;
  closing = true;
  if (parts.length > 0) console.log("\nStopping …");
  await Promise.all(parts.map((part) => part.stop()));
  await postgres?.stop().catch((error) => console.error(error.message));
  folder?.release();
  process.exit(code);
}
