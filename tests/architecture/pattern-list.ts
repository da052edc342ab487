import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseSync } from "oxc-parser";
import { sourceFiles } from "./imports";

export interface Pattern {
  /** file:line */
  place: string;
  regex: RegExp;
}

const PRODUCT = ["app", "components", "lib", "server", "workers"];

interface Construction {
  file: string;
  line: number;
}

/** Every regular expression of the product's code: literals, and those constructed when a module is loaded. */
export async function listPatterns(root: string): Promise<Pattern[]> {
  const patterns: Pattern[] = [];
  const constructions: Construction[] = [];
  for (const file of PRODUCT.flatMap((folder) => sourceFiles(root, folder))) {
    const source = readFileSync(join(root, file), "utf8");
    const lineOf = (at: number) => source.slice(0, at).split("\n").length;
    visit(parseSync(file, source).program, (node) => {
      if (node.type === "Literal" && node.regex) {
        const { pattern, flags } = node.regex;
        const place = `${file}:${lineOf(node.start)}`;
        patterns.push({ place, regex: new RegExp(pattern, flags) });
      } else if (isConstruction(node)) {
        constructions.push({ file, line: lineOf(node.start) });
      }
    });
  }
  return [...patterns, ...(await recordConstructions(root, constructions))];
}

interface SyntaxNode {
  type: string;
  start: number;
  regex?: { pattern: string; flags: string } | null;
  callee?: { name?: string };
}

function visit(node: unknown, onNode: (node: SyntaxNode) => void) {
  if (typeof node !== "object" || node === null) return;
  if ("type" in node && typeof node.type === "string") onNode(node as SyntaxNode);
  for (const child of Object.values(node)) visit(child, onNode);
}

function isConstruction({ type, callee }: SyntaxNode): boolean {
  return (type === "NewExpression" || type === "CallExpression") && callee?.name === "RegExp";
}

/**
 * Loads the modules and records what they construct, because only running them reveals the patterns.
 * @throws when one is not constructed on loading: a pattern built later cannot be listed
 */
async function recordConstructions(root: string, places: Construction[]): Promise<Pattern[]> {
  const recorded = new Map<string, Map<string, RegExp>>();
  const files = [...new Set(places.map(({ file }) => file))];
  const Original = globalThis.RegExp;
  globalThis.RegExp = new Proxy(Original, {
    construct(target, args: [string | RegExp, string?]) {
      const regex = new target(...args);
      const caller = new Error().stack?.split("\n")[2] ?? "";
      const file = files.find((each) => caller.includes(each));
      if (file) {
        const position = caller.slice(caller.indexOf(file) + file.length);
        recorded.set(file, (recorded.get(file) ?? new Map()).set(`${position} ${regex}`, regex));
      }
      return regex;
    },
  });
  try {
    for (const file of files) {
      // The query loads a copy of a module that another test may have loaded before.
      await import(/* @vite-ignore */ `${pathToFileURL(join(root, file)).href}?patterns`);
    }
  } finally {
    globalThis.RegExp = Original;
  }
  return files.flatMap((file) => {
    const found = [...(recorded.get(file) ?? [])];
    const positions = new Set(found.map(([position]) => position.split(" ")[0]));
    const written = places.filter((place) => place.file === file);
    if (positions.size < written.length) {
      const lines = written.map(({ line }) => line).join(", ");
      throw new Error(`${file}: a pattern of lines ${lines} is not a constant of the module.`);
    }
    return found.map(([, regex], at) => ({
      place: `${file}:${written[Math.min(at, written.length - 1)]?.line}`,
      regex,
    }));
  });
}
