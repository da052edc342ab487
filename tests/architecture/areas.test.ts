import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { importsOf, sourceFiles } from "./imports";
import { featureOf, writingFunctions } from "./tables-used";

const root = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");

const ROW = /^\| `(\w+)` +\| [^|]+ \|([^|]*)\|$/gm;

/** Each area with the areas that it may import, as docs/architecture.md says. */
const WRITTEN = Object.fromEntries(
  [...read("docs/architecture.md").matchAll(ROW)].map(([, area = "", list = ""]) => [
    area,
    [...list.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name).sort(),
  ]),
);

const areaOf = (file: string) => file.split("/")[1] ?? "";
const arrows = sourceFiles(root, "server")
  .filter((file) => file !== "server/main.ts")
  .flatMap((file) => importsOf(root, file).map((imported) => ({ file, imported })))
  .filter(({ imported }) => imported.startsWith("server/"));

test("docs/architecture.md says what each area of server/ imports", () => {
  const found: Record<string, string[]> = {};
  for (const { file, imported } of arrows) {
    const targets = new Set(found[areaOf(file)]);
    if (areaOf(imported) !== areaOf(file)) targets.add(areaOf(imported));
    found[areaOf(file)] = [...targets].sort();
  }
  expect(found).toEqual(WRITTEN);
});

const isForeign = ({ file, imported }: (typeof arrows)[number]) =>
  imported.endsWith(".repository.ts") && featureOf(imported) !== featureOf(file);

test("a repository is imported inside its area only", () => {
  const across = arrows.filter(
    (arrow) => isForeign(arrow) && areaOf(arrow.file) !== areaOf(arrow.imported),
  );
  expect(across).toEqual([]);
});

/** The names that `source` uses from the imported file, which it imports as `as` or by single names. */
function namesUsed(source: string, imported: string): string[] {
  const specifier = `"@/${imported.replace(/\.ts$/, "")}"`;
  const whole = new RegExp(`import \\* as (\\w+) from ${specifier}`).exec(source)?.[1];
  if (whole)
    return [...source.matchAll(new RegExp(`\\b${whole}\\.(\\w+)`, "g"))].map((hit) => hit[1] ?? "");
  const list = new RegExp(`import (?:type )?\\{([^}]*)\\} from ${specifier}`).exec(source)?.[1];
  return (list ?? "").split(",").map((name) => name.trim().split(" as ")[0] ?? "");
}

const writesAcross = (source: string, imported: string, repository: string) =>
  namesUsed(source, imported).filter((name) =>
    writingFunctions(imported, repository).includes(name),
  );

test("a neighbour's repository is read, and written by its own feature alone", () => {
  const writes = arrows
    .filter(isForeign)
    .flatMap(({ file, imported }) =>
      writesAcross(read(file), imported, read(imported)).map((name) => `${file}: ${name}`),
    );
  expect(writes).toEqual([]);
});

describe("a planted write", () => {
  const repository = [
    "export function findList() {\n  return rows(sql`SELECT 1 FROM lists`);\n}",
    "export function removeList() {\n  return erase();\n}",
    "function erase() {\n  return execute(sql`DELETE FROM lists`);\n}",
  ].join("\n\n");
  const path = "server/leads/lists/lists.repository.ts";

  test.each([
    ['import { removeList } from "@/server/leads/lists/lists.repository";', ["removeList"]],
    ['import { findList } from "@/server/leads/lists/lists.repository";', []],
    [
      'import * as lists from "@/server/leads/lists/lists.repository";\nlists.findList(); lists.removeList();',
      ["removeList"],
    ],
  ])("%s", (source, found) => {
    expect(writesAcross(source, path, repository)).toEqual(found);
  });
});
