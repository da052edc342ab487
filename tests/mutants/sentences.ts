/**
 * npm run mutants sentences [-- --only 62,143 --ring browser|server]: breaks each sentence of the specification once, as
 * tests/requirements.tsv says, and runs the test that is to fail. Prints a line each, and the sentences whose test stays green.
 * Works in a copy of the tree, where browser tests run on the development server: what is planted needs no build there.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startPostgres, TEST_SERVER } from "@/scripts/postgres.mjs";
import { PORT } from "../e2e/ports";
import { copyTree } from "./copy-tree";
import { type Requirement, readRequirements } from "./requirements";

type Verdict = "fails" | "green" | "fails unbroken";

const MOST_MS = 240_000;
const RESTARTED = "Sources changed";
/** What web and worker load once: a change starts them anew. */
const OF_PROCESSES = /^(?:server|workers|lib|sandbox|app\/api)\//;

const { values } = parseArgs({ options: { only: { type: "string" }, ring: { type: "string" } } });
const only = values.only?.split(",").map(Number);
const wanted = readRequirements().filter(
  ({ number, planted, file }) =>
    planted &&
    (!only || only.includes(number)) &&
    (!values.ring || (values.ring === "browser") === isBrowser(file)),
);

const copy = copyTree();
const verdicts = new Map<number, Verdict>();
/** Of the unbroken product, by file and title. */
const unbroken = new Map<string, boolean>();
try {
  for (const each of wanted.filter(({ file }) => !isBrowser(file))) await judge(each, runVitest);
  const inBrowser = wanted.filter(({ file }) => isBrowser(file));
  if (inBrowser.length > 0) await judgeInBrowser(inBrowser);
} finally {
  await (await startPostgres({ ...TEST_SERVER, folder: join(copy, ".data") })).stop();
  rmSync(copy, { recursive: true, force: true });
}
const count = (verdict: Verdict) =>
  [...verdicts.values()].filter((each) => each === verdict).length;
console.log(
  `${verdicts.size} sentences broken: ${count("fails")} noticed, ${count("green")} not, ${count("fails unbroken")} whose test fails unbroken`,
);
process.exit(count("fails") === verdicts.size ? 0 : 1);

type Run = (requirement: Requirement) => Promise<boolean>;

async function judge(
  requirement: Requirement,
  passes: Run,
  isPlanted?: (file: string) => Promise<void>,
) {
  const { number, file, title, planted } = requirement;
  if (!planted) return;
  const name = `${file} ${title}`;
  if (!unbroken.has(name)) unbroken.set(name, await passes(requirement));
  let verdict: Verdict = "fails unbroken";
  if (unbroken.get(name)) {
    const path = join(copy, planted.file);
    const source = readFileSync(path, "utf8");
    writeFileSync(
      path,
      source.replace(planted.text, () => planted.replacement),
    );
    await isPlanted?.(planted.file);
    verdict = (await passes(requirement)) ? "green" : "fails";
    writeFileSync(path, source);
    await isPlanted?.(planted.file);
  }
  verdicts.set(number, verdict);
  console.log(`${verdict.padEnd(14)} ${number} ${requirement.sentence} (${planted.file}; ${name})`);
}

async function judgeInBrowser(requirements: Requirement[]) {
  const product = new DevelopmentServer();
  await product.untilReady();
  for (const each of requirements) {
    await judge(each, runPlaywright, (file) => product.untilLoaded(file));
  }
  await product.stop();
}

/** `npm run dev` in the copy. */
class DevelopmentServer {
  #child: ChildProcess;
  #restarts = 0;
  #awaited = 0;

  constructor() {
    this.#child = spawn(process.execPath, ["scripts/start.mjs", "--dev"], {
      cwd: copy,
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, ...productEnvironment() },
    });
    this.#child.stdout?.on("data", (chunk: Buffer) => {
      this.#restarts += chunk.toString().split(RESTARTED).length - 1;
    });
  }

  /** After a change of a source that the processes load, they have loaded it. Next sees to the others by itself. */
  async untilLoaded(file: string) {
    if (!OF_PROCESSES.test(file)) return;
    this.#awaited += 1;
    await until(() => this.#restarts >= this.#awaited);
    await this.untilReady();
  }

  async untilReady() {
    await until(async () => {
      const answer = await fetch(`http://127.0.0.1:${PORT}/api/ready`).catch(() => null);
      return answer?.status === 200;
    });
  }

  stop() {
    const ended = new Promise((resolve) => this.#child.once("exit", resolve));
    this.#child.kill("SIGTERM");
    return ended;
  }
}

/** As playwright.config.ts gives it to the product of the tests. */
function productEnvironment(): Record<string, string> {
  const port = Number(PORT);
  return {
    PORT,
    APP_URL: `http://localhost:${PORT}`,
    SANDBOX_PORT: String(port + 1002),
    SANDBOX_SMTP_PORT: String(port + 1003),
    GARIMPO_DATA_DIR: ".data/e2e",
    REGISTRY_DEMO_ROWS: "3000",
    DATABASE_URL: "",
    REDIS_URL: "",
    TRUST_PROXY: "1",
  };
}

async function until(isSo: () => boolean | Promise<boolean>) {
  const deadline = Date.now() + MOST_MS;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error("The development server does not come.");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function runVitest({ file, title }: Requirement): Promise<boolean> {
  const args = ["node_modules/vitest/vitest.mjs", "run", file, "--bail=1"];
  return passes([...args, ...named("-t", title)], {});
}

function runPlaywright({ file, title }: Requirement): Promise<boolean> {
  const args = ["node_modules/.bin/playwright", "test", file, "-x", "--project=desktop"];
  return passes([...args, ...named("-g", title)], { E2E_RUNNING: "true" });
}

/** A title that is put together for each case is run for all of them. */
function named(flag: string, title: string): string[] {
  return /[%$]/.test(title) ? [] : [flag, title.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")];
}

/** A run that does not end has noticed. */
function passes(args: string[], env: Record<string, string>): Promise<boolean> {
  const child = spawn(process.execPath, args, {
    cwd: copy,
    stdio: "ignore",
    env: { ...process.env, ...env },
  });
  const deadline = setTimeout(() => child.kill("SIGKILL"), MOST_MS);
  return new Promise((resolve) => {
    child.once("exit", (code) => {
      clearTimeout(deadline);
      resolve(code === 0);
    });
  });
}

function isBrowser(file: string): boolean {
  return file.endsWith(".spec.ts");
}
