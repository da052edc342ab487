import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";
import { expect, test } from "vitest";
import { sourceFiles } from "./imports";

const root = join(import.meta.dirname, "../..");

/** Words that most English sentences and labels contain, and that are no Portuguese words. */
const ENGLISH_WORDS = [
  ...["the", "and", "with", "from", "this", "that", "these", "of", "to", "in", "on", "by", "all"],
  ...["you", "your", "we", "our", "it", "is", "are", "was", "has", "have", "can", "will", "not"],
  ...["account", "campaigns", "list", "track", "password", "user", "settings", "page"],
  ...["welcome", "please", "found", "failed", "loading", "wrong", "missing", "invalid"],
  ...[
    "search",
    "save",
    "delete",
    "cancel",
    "close",
    "back",
    "next",
    "new",
    "add",
    "edit",
    "remove",
  ],
  ...["send", "open", "sign", "log", "try", "again"],
];
/** Matched as words of a sentence, not as parts of an address or of a class. */
const ENGLISH = new RegExp(`(?:^|[\\s("“])(?:${ENGLISH_WORDS.join("|")})(?:$|[\\s.,;!?…)"”])`, "i");

/** Texts that the specification has in English. */
const SPECIFIED = new Set([
  ...["List Building", "Track Leads", "Campaigns", "Upgrade to Pro", "Account", "Log out"],
  "Lead not found.",
]);

interface SyntaxNode {
  type: string;
  value?: unknown;
  name?: { name?: string };
  callee?: { name?: string };
}

/** JSX text, and strings that start with a capital letter or have several words. */
function listTexts(file: string): string[] {
  const texts: string[] = [];
  function visit(node: unknown): void {
    if (typeof node !== "object" || node === null || isHidden(node as SyntaxNode)) return;
    const { type, value } = node as SyntaxNode;
    const text = (type === "TemplateElement" ? (value as { cooked: string }).cooked : value) ?? "";
    if (typeof text === "string" && (type === "JSXText" || /^\p{Lu}|\S\s+\S/u.test(text))) {
      texts.push(text.replace(/\s+/g, " ").trim());
    }
    for (const child of Object.values(node)) visit(child);
  }
  visit(parseSync(file, readFileSync(join(root, file), "utf8")).program);
  return texts;
}

/** Skipped: classes, modules, and errors about the code itself. */
function isHidden({ type, name, callee }: SyntaxNode): boolean {
  if (type === "JSXAttribute") return name?.name === "className";
  if (type === "CallExpression") return callee?.name === "cn";
  if (type === "NewExpression") return callee?.name === "Error";
  return type === "ImportDeclaration";
}

const texts = ["app", "components"]
  .flatMap((folder) => sourceFiles(root, folder))
  .flatMap((file) => listTexts(file).map((text) => ({ file, text })));

test("the texts of the screens are in Portuguese, but for what the specification has in English", () => {
  expect(texts.length).toBeGreaterThan(2_000);
  const english = texts.filter(({ text }) => ENGLISH.test(text) && !SPECIFIED.has(text));
  expect(english).toEqual([]);
});

test("nothing else may stay in English", () => {
  const shown = new Set(texts.map(({ text }) => text));
  expect([...SPECIFIED].filter((text) => !shown.has(text))).toEqual([]);
});
