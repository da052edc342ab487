import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sourceFiles } from "./imports";

const root = join(import.meta.dirname, "../..");

/** The text in parentheses that begins at `start`. */
function readParentheses(text: string, start: number): string {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === "(") depth += 1;
    if (text[at] === ")") depth -= 1;
    if (depth === 0) return text.slice(start, at + 1);
  }
  return text.slice(start);
}

/**
 * PostgreSQL may run a subquery of IN once per outer row, and each run that skips locked rows finds others: more than
 * its LIMIT are claimed. `= ANY (ARRAY(…))` runs once.
 */
test("what a statement locks to claim it is looked for once", () => {
  const faults = ["server", "workers", "scripts"]
    .flatMap((top) => sourceFiles(root, top))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), "utf8");
      return [...text.matchAll(/\bIN \(\s*SELECT\b/g)]
        .filter(({ index }) => / FOR (?:NO KEY )?UPDATE/.test(readParentheses(text, index + 3)))
        .map(({ index }) => `${file}:${text.slice(0, index).split("\n").length}`);
    });
  expect(faults).toEqual([]);
});
