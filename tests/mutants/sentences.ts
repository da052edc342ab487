/**
 * npm run mutants sentences [-- --only 62,143 --ring browser|server]: breaks each sentence of the specification once, as
 * tests/requirements.tsv says, and runs the test that is to fail. Prints a line each, and the sentences whose test stays green.
 * Works in a copy of the tree, where browser tests run on the development server: what is planted needs no build there.
 */
import { spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startPostgres, TEST_SERVER } from "@/scripts/postgres.mjs";
import { copyTree } from "./copy-tree";
import { DevelopmentServer } from "./development-server";
import { type Requirement, readRequirements } from "./requirements";

type Verdict = "fails" | "green" | "fails unbroken";

const MOST_MS = 240_000;

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
  const product = new DevelopmentServer(copy);
  await product.untilReady();
  for (const each of requirements) {
    await judge(each, runPlaywright, (file) => product.untilLoaded(file));
  }
  await product.stop();
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
