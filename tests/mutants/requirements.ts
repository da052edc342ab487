import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A sentence of the specification, the test that holds it, and a change of the product that breaks it. */
export interface Requirement {
  number: number;
  section: string;
  sentence: string;
  /** Of the test; or `ruled`, where a ruling decided otherwise, and `title` is its reason. */
  file: string;
  title: string;
  /** `text` stands once in `file`. Null for what was ruled out. */
  planted: { file: string; text: string; replacement: string } | null;
}

/** The lines of tests/requirements.tsv: number, section, sentence, test's file and title, changed file, text and replacement. */
export function readRequirements(): Requirement[] {
  return readFileSync(join(import.meta.dirname, "../requirements.tsv"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => {
      const [number, section = "", sentence = "", file = "", title = "", ...change] =
        line.split("\t");
      const [changed = "", text = "", replacement = ""] = change;
      const planted = changed ? { file: changed, text, replacement } : null;
      return { number: Number(number), section, sentence, file, title, planted };
    });
}
