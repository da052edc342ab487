import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const SENTENCES = 548;
/** Where a sentence is held: the tests of this repository, or the ruling that decided otherwise. */
const KINDS = /^(?:tests\/e2e\/.+\.spec\.ts|(?:tests|lib|server)\/.+\.test\.ts|ruled|open)$/;
/** Not built yet. This list only becomes shorter. */
const OPEN: number[] = [];

/** One line each: number, section, sentence of the specification, file, title of the test or reason of the ruling. */
const rows = readFileSync(join(root, "tests/requirements.tsv"), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => {
    const [number, section, sentence, file = "", title = "", ...more] = line.split("\t");
    return { number: Number(number), section, sentence, file, title, more };
  });

test("every sentence of the specification has its line", () => {
  expect(rows.map(({ number }) => number)).toEqual(
    Array.from({ length: SENTENCES }, (_, at) => at + 1),
  );
  const incomplete = rows.filter(
    ({ section, sentence, title, more }) => !section || !sentence || !title || more.length > 0,
  );
  expect(incomplete).toEqual([]);
});

test("and is held by a test that is there, or ruled out: else write the test, and name it in tests/requirements.tsv", () => {
  const texts = new Map<string, string>();
  const read = (file: string) => {
    const path = join(root, file);
    const text = texts.get(file) ?? (existsSync(path) ? readFileSync(path, "utf8") : "");
    texts.set(file, text);
    return text;
  };
  const unheld = rows.filter(
    ({ file, title }) =>
      !KINDS.test(file) || (!["ruled", "open"].includes(file) && !read(file).includes(title)),
  );
  expect(
    unheld.map(({ number, sentence, file, title }) => [number, sentence, file, title]),
  ).toEqual([]);
  expect(rows.filter(({ file }) => file === "open").map(({ number }) => number)).toEqual(OPEN);
});
