/**
 * npm run engines [firefox|webkit]: the product in the engines that the browser tests do not cover. A missing engine is
 * skipped with a message; without any engine it exits 1, as when a check fails.
 */
import { spawn } from "node:child_process";
import { createWriteStream, mkdirSync } from "node:fs";
import { join } from "node:path";
import { awaitReadiness } from "@/scripts/readiness.mjs";
import { newAccount } from "../e2e/account";
import { DATA_DIR, PORT, PRODUCT_ENVIRONMENT } from "../e2e/ports";
import { createAccount, insertLeads } from "../e2e/rows";
import { newPhone } from "../e2e/whatsapp";
import { CHECKS, EXPECTED_FAULT, type Person } from "./checks";
import type { Driver } from "./driver";
import { findFirefox, startFirefox } from "./firefox";
import { Page } from "./page";
import { openWatchedDoor } from "./watched-door";
import { findWebkit, startWebkit } from "./webkit";

const ENGINES = {
  firefox: { find: findFirefox, start: startFirefox, packages: "firefox-esr" },
  webkit: { find: findWebkit, start: startWebkit, packages: "webkit2gtk-driver and xvfb" },
};
const DOOR_PORT = Number(PORT) + 1004;
const ORIGIN = `http://localhost:${DOOR_PORT}`;
const READY_WITHIN_MS = 10 * 60_000;
const PICTURES = "test-results/engines";

type Results = Map<string, { seconds: number; problem?: string }>;

const wanted = process.argv.slice(2);
const results = new Map<string, Results>();
const found = Object.entries(ENGINES).flatMap(([name, { find, start, packages }]) => {
  if (wanted.length > 0 && !wanted.includes(name)) return [];
  const program = find();
  if (!program) console.log(`- ${name} left out: this machine has no ${packages}`);
  return program ? [{ name, start: () => start(program) }] : [];
});
if (found.length === 0) {
  console.error("None of the engines is installed.");
  process.exit(1);
}
const stopProduct = await startProduct();
const door = await openWatchedDoor({ port: DOOR_PORT, behind: Number(PORT) });
try {
  for (const { name, start } of found) {
    const driver = await start();
    results.set(name, await check(name, driver).finally(driver.close));
  }
} finally {
  door.close();
  await stopProduct();
}
printTable();
process.exit([...results.values()].some(hasProblem) ? 1 : 0);

/** As `npm start` runs it, behind the watched door. */
async function startProduct(): Promise<() => Promise<void>> {
  mkdirSync(DATA_DIR, { recursive: true });
  const product = spawn(process.execPath, ["scripts/start.mjs"], {
    env: { ...process.env, ...PRODUCT_ENVIRONMENT, APP_URL: ORIGIN },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const log = createWriteStream(join(DATA_DIR, "engines.log"));
  product.stdout.pipe(log);
  product.stderr.pipe(log);
  const ended = new Promise((resolve) => product.once("close", resolve));
  await awaitReadiness(`http://127.0.0.1:${PORT}`, {
    withinMs: READY_WITHIN_MS,
    isCancelled: () => product.exitCode !== null,
  });
  return async () => {
    product.kill();
    await ended;
  };
}

async function check(engine: string, driver: Driver): Promise<Results> {
  const page = new Page(driver, ORIGIN);
  const person: Person = {
    account: { ...newAccount(), plan: "pro" },
    phone: newPhone(),
    instance: "",
  };
  await createAccount(person.account);
  await insertLeads(
    person.account,
    ["Oficina do Bairro", "Pet Shop Amigo"].map((name) => ({ name, whatsapp: newPhone() })),
  );
  const checks: Results = new Map();
  for (const [name, run] of Object.entries(CHECKS)) {
    const startedAt = performance.now();
    const problems = await run(page, person).then((): string[] => [], listMessages);
    const path = `${PICTURES}/${engine}/${name.replaceAll(/[^\p{L}]+/gu, "-")}.png`;
    await page.takePicture(path).catch((error: unknown) => problems.push(...listMessages(error)));
    problems.push(...door.takeFaults().filter((fault) => !EXPECTED_FAULT.test(fault)));
    const seconds = (performance.now() - startedAt) / 1000;
    checks.set(name, { seconds, ...(problems.length > 0 && { problem: problems.join("\n    ") }) });
    console.log(`${problems.length > 0 ? "✗" : "✓"} ${engine}: ${name}`);
  }
  return checks;
}

function listMessages(error: unknown): string[] {
  if (!(error instanceof Error)) return [String(error)];
  return [error.message, ...(error.cause === undefined ? [] : listMessages(error.cause))];
}

function hasProblem(checks: Results): boolean {
  return [...checks.values()].some(({ problem }) => problem !== undefined);
}

function printTable(): void {
  const width = Math.max(...Object.keys(CHECKS).map(({ length }) => length));
  const line = (name: string, cells: string[]) =>
    console.log(
      `| ${name.padEnd(width)} | ${cells.map((cell) => cell.padStart(12)).join(" | ")} |`,
    );
  console.log("");
  line("", [...results.keys()]);
  line(
    "-".repeat(width),
    [...results.keys()].map(() => "-".repeat(12)),
  );
  for (const name of Object.keys(CHECKS)) {
    const cells = [...results.values()].map((checks) => {
      const { seconds = 0, problem } = checks.get(name) ?? {};
      return `${problem ? "FAILED " : ""}${seconds.toFixed(1)} s`;
    });
    line(name, cells);
  }
  for (const [engine, checks] of results)
    for (const [name, { problem }] of checks)
      if (problem) console.log(`\n✗ ${engine}: ${name}\n    ${problem}`);
}
