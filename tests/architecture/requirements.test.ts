import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readRequirements } from "@/tests/mutants/requirements";

const root = join(import.meta.dirname, "../..");
const SENTENCES = 548;
/** Where a sentence is covered: by tests of this repository, or by the ruling that decided otherwise. */
const KINDS = /^(?:tests\/e2e\/.+\.spec\.ts|(?:tests|lib|server)\/.+\.test\.ts|ruled)$/;

const requirements = readRequirements();
const texts = new Map<string, string>();
const read = (file: string) => {
  const path = join(root, file);
  const text = texts.get(file) ?? (existsSync(path) ? readFileSync(path, "utf8") : "");
  texts.set(file, text);
  return text;
};

test("every sentence of the specification has its line", () => {
  expect(requirements.map(({ number }) => number)).toEqual(
    Array.from({ length: SENTENCES }, (_, at) => at + 1),
  );
  const incomplete = requirements.filter(
    ({ section, sentence, title }) => !section || !sentence || !title,
  );
  expect(incomplete).toEqual([]);
});

test("and is held by a test that is there, or ruled out: else write the test, and name it in tests/requirements.tsv", () => {
  const unheld = requirements.filter(
    ({ file, title }) => !KINDS.test(file) || (file !== "ruled" && !read(file).includes(title)),
  );
  expect(unheld).toEqual([]);
});

test("what breaks it stands once in the product: a change of that line changes it in tests/requirements.tsv", () => {
  const stale = requirements.filter(
    ({ file, planted }) =>
      file !== "ruled" && (!planted || read(planted.file).split(planted.text).length !== 2),
  );
  expect(stale).toEqual([]);
});
