import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { importsOf, sourceFiles } from "./imports";

const root = join(import.meta.dirname, "../..");

/** A folder is one node; a file directly below a top folder is its own node, since it is in no subfolder. */
function folderOf(file: string): string {
  const folder = dirname(file);
  return folder.includes("/") ? folder : file;
}

const areaOf = (file: string) => file.split("/").slice(0, 2).join("/");

/** Cycles of folders that import each other, each sorted by name; imports within a folder do not count. */
function findCircles(checkout: string, top: string, nodeOf = folderOf): string[][] {
  const graph = new Map<string, Set<string>>();
  for (const file of sourceFiles(checkout, top)) {
    const from = nodeOf(file);
    const targets = graph.get(from) ?? new Set();
    graph.set(from, targets);
    for (const imported of importsOf(checkout, file)) {
      const to = nodeOf(imported);
      if (imported.startsWith(`${top}/`) && to !== from) targets.add(to);
    }
  }
  return [...graph.keys()]
    .filter((node) => reaches(graph, node, node))
    .map((node) => [...graph.keys()].filter((other) => sameCircle(graph, node, other)).sort())
    .filter((circle, at, circles) => circles.findIndex((each) => each[0] === circle[0]) === at);
}

function sameCircle(graph: Map<string, Set<string>>, one: string, other: string): boolean {
  return reaches(graph, one, other) && reaches(graph, other, one);
}

function reaches(graph: Map<string, Set<string>>, from: string, to: string): boolean {
  const seen = new Set<string>();
  const open = [...(graph.get(from) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === to) return true;
    if (seen.has(next)) continue;
    seen.add(next);
    open.push(...(graph.get(next) ?? []));
  }
  return false;
}

test.each(["server", "lib", "workers", "sandbox", "components"])(
  "no folders of %s import each other in a circle",
  (top) => {
    expect(findCircles(root, top)).toEqual([]);
  },
);

test("no areas of components import each other in a circle", () => {
  expect(findCircles(root, "components", areaOf)).toEqual([]);
});

describe("a planted circle", () => {
  test("is found, with the names of its folders", () => {
    const checkout = mkdtempSync(join(tmpdir(), "circles-"));
    const plant = (file: string, imports: string) => {
      mkdirSync(dirname(join(checkout, file)), { recursive: true });
      writeFileSync(join(checkout, file), imports);
    };
    plant("server/platform/db/sql.ts", "");
    plant("server/leads/leads/leads.service.ts", 'import "@/server/leads/lists/lists.service";');
    plant("server/leads/lists/lists.service.ts", 'import { x } from "@/server/platform/db/sql";');
    expect(findCircles(checkout, "server")).toEqual([]);
    plant(
      "server/leads/lists/list-removal.service.ts",
      'import "@/server/leads/leads/leads.service";',
    );
    expect(findCircles(checkout, "server")).toEqual([["server/leads/leads", "server/leads/lists"]]);
    rmSync(checkout, { recursive: true });
  });
});
