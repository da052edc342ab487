import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listEntries } from "@/scripts/compile.mjs";
import { digestOf, listSources, PROCESSES } from "@/scripts/sources.mjs";
import { importsOf, sourceFiles } from "./imports";

const root = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");

test("every thread that the code starts, and no other, is compiled", () => {
  const started = sourceFiles(root, "server").flatMap((file) =>
    [...read(file).matchAll(/"([\w/-]+\.thread\.ts)"/g)].map(([, thread = ""]) => thread),
  );
  const compiled = listEntries().filter((file) => file.endsWith(".thread.ts"));
  expect([...new Set(started)].sort()).toEqual(compiled.sort());
});

test("every command of package.json and of the launcher that runs what is compiled is compiled", () => {
  const scripts = Object.values(
    (JSON.parse(read("package.json")) as { scripts: Record<string, string> }).scripts,
  );
  const launched = [...read("scripts/start.mjs").matchAll(/"([\w/-]+\.ts)"/g)];
  const run = [
    ...scripts
      .flatMap((command) => /run\.mjs (\S+)/.exec(command)?.[1] ?? [])
      .map((name) => `${name}.ts`),
    ...launched.map(([, file = ""]) => file),
  ];
  expect([...new Set(run)].sort()).toEqual(
    listEntries()
      .filter((file) => !file.endsWith(".thread.ts"))
      .sort(),
  );
  for (const file of listEntries()) expect(existsSync(join(root, file)), file).toBe(true);
});

test("what is compiled finds no file by the place of its own source", () => {
  const files = new Set(listEntries());
  for (const file of files) for (const each of importsOf(root, file)) files.add(each);
  for (const file of sourceFiles(root, "app/api")) files.add(file);
  const placed = [...files].filter((file) => /import\.meta\.(?:dirname|filename)/.test(read(file)));
  expect(placed).toEqual(["server/platform/root.ts"]);
  const located = [...files]
    .filter((file) => !file.includes("/generated/"))
    .filter((file) => read(file).includes("import.meta.url"));
  // A package's files, which are found from anywhere.
  expect(located).toEqual(["scripts/apply-migrations.ts"]);
});

/** A checkout that has what scripts/run.mjs looks at, and nothing else. */
let checkout: string;
beforeAll(() => {
  checkout = mkdtempSync(join(tmpdir(), "garimpo-run-"));
  for (const file of ["scripts/run.mjs", "scripts/sources.mjs"]) {
    mkdirSync(dirname(join(checkout, file)), { recursive: true });
    copyFileSync(join(root, file), join(checkout, file));
  }
  write("package.json", '{ "type": "module" }');
  write("server/a.ts", "");
});
afterAll(() => rmSync(checkout, { recursive: true }));

function write(file: string, text: string) {
  mkdirSync(dirname(join(checkout, file)), { recursive: true });
  writeFileSync(join(checkout, file), text);
}

function run(name: string, ...args: string[]) {
  const file = join(checkout, "scripts/run.mjs");
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, name, ...args], {
    cwd: tmpdir(),
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

const REFUSED = {
  status: 1,
  stderr: expect.stringMatching(/^Error: There is no build .*: run npm run build\.\n$/),
};

test("a build runs while its sources are the same, with its arguments, from any folder", () => {
  expect(run("workers/main")).toMatchObject(REFUSED);
  write(".compiled/workers/main.js", "console.log(process.argv.slice(2).join(' '));");
  expect(run("workers/main"), "an interrupted build").toMatchObject(REFUSED);
  write(PROCESSES.mark, digestOf(checkout, listSources(checkout, PROCESSES)));
  expect(run("workers/main", "--keep", "2")).toEqual({
    status: 0,
    stdout: "--keep 2\n",
    stderr: "",
  });
  expect(run("workers/other")).toMatchObject(REFUSED);

  write("server/a.ts", "changed");
  expect(run("workers/main")).toMatchObject({ ...REFUSED, stdout: "" });
});

test("the web runs with pages of the same sources only; without sources there is nothing to compare", () => {
  write(".compiled/server/main.js", "console.log('web')");
  write(PROCESSES.mark, digestOf(checkout, listSources(checkout, PROCESSES)));
  expect(run("server/main")).toMatchObject(REFUSED);
  rmSync(join(checkout, "server"), { recursive: true });
  expect(run("server/main")).toMatchObject({ status: 0, stdout: "web\n" });
});

test("a stack names the source, its line and what called it", () => {
  write(
    ".compiled/workers/main.js",
    "throw new Error('told');\n//# sourceMappingURL=main.js.map\n",
  );
  const map = { version: 3, sources: ["../../workers/main.ts"], names: [], mappings: "AAUE" };
  write(".compiled/workers/main.js.map", JSON.stringify(map));
  const { status, stderr } = run("workers/main");
  expect(status).toBe(1);
  expect(stderr).toContain("workers/main.ts:11");
});
