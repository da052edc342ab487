import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";
import { expect, test } from "vitest";
import { sourceFiles } from "./imports";

const root = join(import.meta.dirname, "../..");

/** Code that splits a text, or reads a number or a date from it. */
const READS = [
  ...["split", "slice", "substring", "substr", "replace", "replaceAll", "match", "matchAll"],
  ...["at", "charAt", "indexOf", "includes", "startsWith", "endsWith", "localeCompare"],
];
const READERS = ["Number", "Date", "parseInt", "parseFloat", "parse", "BigInt"];
const LOCALE_METHODS = ["toLocaleString", "toLocaleDateString", "toLocaleTimeString"];
const FORMATTERS = ["DateTimeFormat", "NumberFormat"];
/** Texts that are only shown, in the locale's form, whichever it is. */
const ALLOWED = new Set([
  "lib/format.ts: replace",
  "lib/domain/time/day-name.ts: replace",
  ...["charAt", "slice"].map((how) => `lib/format.ts: ${how}`),
]);

interface SyntaxNode {
  type: string;
  name?: string;
  operator?: string;
  id?: SyntaxNode;
  init?: SyntaxNode;
  object?: SyntaxNode;
  property?: SyntaxNode;
  callee?: SyntaxNode;
  arguments?: SyntaxNode[];
  expression?: SyntaxNode;
  argument?: SyntaxNode;
}

function listNodes(node: unknown, found: SyntaxNode[] = []): SyntaxNode[] {
  if (typeof node !== "object" || node === null) return found;
  if ("type" in node && typeof node.type === "string") found.push(node as SyntaxNode);
  for (const child of Object.values(node)) listNodes(child, found);
  return found;
}

/** The places where a source parses a text that a locale creates: these texts differ between versions of one browser. */
function findReadTexts(source: string, file = "a.tsx"): string[] {
  const nodes = listNodes(parseSync(file, source).program);
  const formatters = new Set(
    nodes
      .filter(({ type, init }) => type === "VariableDeclarator" && init && isFormatter(init))
      .map(({ id }) => id?.name),
  );
  const texts = new Set<string | undefined>();
  const isText = (node: SyntaxNode | undefined): boolean => {
    if (!node) return false;
    if (node.type === "Identifier") return texts.has(node.name);
    if (node.type !== "CallExpression") return false;
    const { object, property } = node.callee ?? {};
    if (LOCALE_METHODS.includes(property?.name ?? "")) return true;
    if (property?.name !== "format" || !object) return false;
    return isFormatter(object) || (object.type === "Identifier" && formatters.has(object.name));
  };
  for (const { type, id, init } of nodes)
    if (type === "VariableDeclarator" && id?.name && isText(init)) texts.add(id.name);
  return nodes.filter(isRead).map(({ callee, operator }) => {
    return callee?.property?.name ?? callee?.name ?? operator ?? "new";
  });

  function isRead({ type, callee, argument, operator, arguments: given }: SyntaxNode): boolean {
    if (type === "UnaryExpression") return operator === "+" && isText(argument);
    if (type !== "CallExpression" && type !== "NewExpression") return false;
    const name = callee?.property?.name ?? callee?.name ?? "";
    if (READS.includes(name) && isText(callee?.object)) return true;
    return READERS.includes(name) && Boolean(given?.some(isText));
  }
}

function isFormatter({ type, callee }: SyntaxNode): boolean {
  return type === "NewExpression" && FORMATTERS.includes(callee?.property?.name ?? "");
}

test("no date and no number is read from a text that a locale makes", () => {
  const read = ["lib", "server", "components", "app", "workers"]
    .flatMap((folder) => sourceFiles(root, folder))
    .flatMap((file) => {
      const source = readFileSync(join(root, file), "utf8");
      return findReadTexts(source, file).map((how) => `${file}: ${how}`);
    });
  expect(read.filter((each) => !ALLOWED.has(each))).toEqual([]);
  expect([...ALLOWED].filter((each) => !read.includes(each))).toEqual([]);
});

test.each([
  'new Date().toLocaleDateString("en-CA").slice(0, 10)',
  'const day = new Intl.DateTimeFormat("en-CA"); const [year] = day.format(at).split("-")',
  'const text = at.toLocaleTimeString("pt-BR"); const hour = Number(text)',
  'new Date(at.toLocaleString("en-US", { timeZone: "UTC" }))',
  '+new Intl.NumberFormat("en").format(1)',
])("%s reads one", (source) => {
  expect(findReadTexts(source)).toHaveLength(1);
});

test("parts by their names, and texts that are only shown, are none", () => {
  const source = `const clock = new Intl.DateTimeFormat("en"); clock.formatToParts(at).map(({ value }) => Number(value));
    const shown = clock.format(at); show(shown); [1].at(0); "a".split("b")`;
  expect(findReadTexts(source)).toEqual([]);
});
