import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { AREAS } from "@/tests/mutants/areas";
import { EQUIVALENT } from "@/tests/mutants/equivalent";

const root = join(import.meta.dirname, "../..");

test("what is known to change nothing is still in its file", () => {
  const gone = EQUIVALENT.filter(({ file, text }) => {
    const lines = readFileSync(join(root, file), "utf8").split("\n");
    return !lines.some((line) => line.trim() === text);
  });
  expect(gone).toEqual([]);
});

test.each(Object.entries(AREAS))("%s names files that are there", (_, { code, sql, tests }) => {
  const files = [...code, ...sql, ...tests].filter((file) => !file.includes("*"));
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
