/**
 * npm run mutants [area …] [-- --sample N --file name]: plants small faults one by one and counts how many the tests of their area
 * notice. Stryker mutates TypeScript, sql-mutations.ts the SQL of repositories. A sample is drawn at random from each
 * file: the faults of N lines of TypeScript, N faults of SQL. With a file's name, or a part of it, no other is broken.
 * Works in a copy of the tree; exits 1 below a target. `npm run mutants sentences` is the other kind: see sentences.ts.
 */
import { spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Stryker } from "@stryker-mutator/core";
import { startPostgres, TEST_SERVER } from "@/scripts/postgres.mjs";
import { AREAS, type Area } from "./areas";
import { copyTree } from "./copy-tree";
import { EQUIVALENT } from "./equivalent";
import { applyMutation, findSqlMutations } from "./sql-mutations";

interface Mutant {
  file: string;
  line: number;
  change: string;
  noticed: boolean;
}

const root = join(import.meta.dirname, "../..");
const MOST_MS_PER_MUTANT = 300_000;
/** A line that is neither empty nor a comment, an import or a closing bracket. */
const HOLDS_CODE = /^(?!\s*(?:\/?\*|\/\/|import |[\])};,]*$))/;

if (process.argv[2] === "sentences") {
  process.argv.splice(2, 1);
  await import("./sentences");
}
const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: "string" }, file: { type: "string" } },
});
const isWanted = (file: string) => file.includes(values.file ?? "");
const sample = Number(values.sample) || Number.POSITIVE_INFINITY;
const names = wanted.length > 0 ? wanted : Object.keys(AREAS);
const unknown = names.filter((name) => !AREAS[name]);
if (unknown.length > 0) {
  throw new Error(
    `No such area: ${unknown.join(", ")}. There is: ${Object.keys(AREAS).join(", ")}`,
  );
}

const copy = copyTree();
const table: Record<string, unknown>[] = [];
let missed = false;
try {
  for (const name of names) {
    const area = AREAS[name];
    if (!area) continue;
    const mutants = [...(await mutateCode(area)), ...(await mutateSql(area))];
    const survivors = mutants.filter(({ noticed }) => !noticed);
    const unexplained = survivors.filter((mutant) => !explain(mutant));
    const noticed = mutants.length - unexplained.length;
    const share = noticed / mutants.length;
    missed ||= share < area.target;
    table.push({
      area: name,
      mutants: mutants.length,
      noticed: mutants.length - survivors.length,
      equivalent: survivors.length - unexplained.length,
      survived: unexplained.length,
      share: `${(share * 100).toFixed(1)} %`,
      target: `${area.target * 100} %`,
    });
  }
} finally {
  await (await startPostgres({ ...TEST_SERVER, folder: join(copy, ".data") })).stop();
  rmSync(copy, { recursive: true, force: true });
}
console.table(table);
process.exit(missed ? 1 : 0);

/** File by file, so that a run that is ended early has said what it found. */
async function mutateCode(area: Area): Promise<Mutant[]> {
  const mutants: Mutant[] = [];
  for (const file of area.code.filter(isWanted)) mutants.push(...(await mutateFile(file, area)));
  return mutants;
}

async function mutateFile(file: string, area: Area): Promise<Mutant[]> {
  process.env["MUTANT_TESTS"] = JSON.stringify(area.tests);
  const here = process.cwd();
  process.chdir(copy);
  try {
    const results = await new Stryker({
      mutate: drawLines(file),
      testRunner: "vitest",
      plugins: ["@stryker-mutator/vitest-runner"],
      vitest: { configFile: "tests/mutants/vitest.config.ts", related: false },
      mutator: { excludedMutations: ["StringLiteral"] },
      inPlace: true,
      concurrency: 1,
      // What is evaluated when a module loads cannot be exchanged in one that is loaded.
      ignoreStatic: true,
      timeoutMS: 20_000,
      reporters: [],
      cleanTempDir: "always",
      disableTypeChecks: false,
      allowConsoleColors: false,
    }).runMutationTest();
    const mutants = results
      .filter(({ status }) => status !== "Ignored" && status !== "CompileError")
      // What is logged is no behaviour that a test holds.
      .filter(({ fileName, location }) => !isLogLine(fileName, location.start.line))
      .map(({ location, replacement, status, mutatorName }) => ({
        file,
        line: location.start.line,
        change: `${mutatorName}: ${replacement}`,
        noticed: status === "Killed" || status === "Timeout" || status === "RuntimeError",
      }));
    report(file, mutants);
    return mutants;
  } finally {
    process.chdir(here);
  }
}

/** Stryker's names for the lines whose faults are planted: a line that holds nothing to break has none. */
function drawLines(file: string): string[] {
  const lines = readFileSync(join(copy, file), "utf8").split("\n");
  const breakable = lines.flatMap((text, at) => (HOLDS_CODE.test(text) ? [at + 1] : []));
  if (breakable.length <= sample) return [file];
  return drawSome(breakable).map((line) => `${file}:${line}-${line}`);
}

function isLogLine(file: string, line: number): boolean {
  return readFileSync(file, "utf8").split("\n")[line - 1]?.includes("logger.") ?? false;
}

async function mutateSql(area: Area): Promise<Mutant[]> {
  const mutants: Mutant[] = [];
  // Tests that fail by themselves would notice everything.
  const files = area.sql.filter(isWanted);
  if (files.length > 0 && !(await passes(area.tests))) {
    throw new Error("The tests fail before anything is planted.");
  }
  for (const file of files) {
    const source = readFileSync(join(copy, file), "utf8");
    const ofFile: Mutant[] = [];
    for (const mutation of drawSome(findSqlMutations(source))) {
      writeFileSync(join(copy, file), applyMutation(source, mutation));
      ofFile.push({
        file,
        line: source.slice(0, mutation.at).split("\n").length,
        change: `${mutation.kind}: ${mutation.original.replace(/\s+/g, " ").slice(0, 80)}`,
        noticed: !(await passes(area.tests)),
      });
    }
    writeFileSync(join(copy, file), source);
    report(file, ofFile);
    mutants.push(...ofFile);
  }
  return mutants;
}

function drawSome<T>(all: readonly T[]): T[] {
  if (all.length <= sample) return [...all];
  const drawn = [...all];
  for (let at = 0; at < sample; at += 1) {
    const other = at + Math.floor(Math.random() * (drawn.length - at));
    [drawn[at], drawn[other]] = [drawn[other] as T, drawn[at] as T];
  }
  return drawn.slice(0, sample);
}

/** True when every test of the area still passes; a run that does not end counts as a failure. */
function passes(tests: string[]): Promise<boolean> {
  const child = spawn(
    process.execPath,
    ["node_modules/vitest/vitest.mjs", "run", "--config", "tests/mutants/vitest.config.ts"],
    { cwd: copy, stdio: "ignore", env: { ...process.env, MUTANT_TESTS: JSON.stringify(tests) } },
  );
  const deadline = setTimeout(() => child.kill("SIGKILL"), MOST_MS_PER_MUTANT);
  return new Promise((resolve) => {
    child.once("exit", (code) => {
      clearTimeout(deadline);
      resolve(code === 0);
    });
  });
}

function explain({ file, line, change }: Mutant): string | undefined {
  const text = readFileSync(join(root, file), "utf8").split("\n")[line - 1]?.trim();
  return EQUIVALENT.find(
    (each) => each.file === file && each.text === text && change.startsWith(each.change),
  )?.because;
}

function report(file: string, mutants: Mutant[]) {
  const survivors = mutants.filter(({ noticed }) => !noticed);
  console.log(`${file}: ${mutants.length - survivors.length} of ${mutants.length} noticed`);
  for (const survivor of survivors) {
    const reason = explain(survivor) ?? "not noticed";
    console.log(`survived: ${file}:${survivor.line} ${survivor.change}\n  ${reason}`);
  }
}
