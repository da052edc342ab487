export interface SqlMutation {
  /** Where in the file the original begins. */
  at: number;
  original: string;
  replacement: string;
  kind: string;
}

interface Mutator {
  kind: string;
  pattern: RegExp;
  replace: (match: RegExpMatchArray) => string;
}

const MUTATORS: readonly Mutator[] = [
  { kind: "AND becomes OR", pattern: /\bAND\b/g, replace: () => "OR" },
  { kind: "OR becomes AND", pattern: /(?<!FOR |CREATE )\bOR\b/g, replace: () => "AND" },
  { kind: "< becomes <=", pattern: /(?<=\s)<(?=\s)/g, replace: () => "<=" },
  { kind: "<= becomes <", pattern: /(?<=\s)<=(?=\s)/g, replace: () => "<" },
  { kind: "> becomes >=", pattern: /(?<=\s)>(?=\s)/g, replace: () => ">=" },
  { kind: ">= becomes >", pattern: /(?<=\s)>=(?=\s)/g, replace: () => ">" },
  { kind: "+ becomes -", pattern: /(?<=[\w})]\s)\+(?=\s[\w$(])/g, replace: () => "-" },
  { kind: "- becomes +", pattern: /(?<=[\w})]\s)-(?=\s[\w$(])/g, replace: () => "+" },
  { kind: "IS NULL is negated", pattern: /\bIS NULL\b/g, replace: () => "IS NOT NULL" },
  { kind: "IS NOT NULL is negated", pattern: /\bIS NOT NULL\b/g, replace: () => "IS NULL" },
  {
    kind: "a lock is dropped",
    pattern: /\bFOR (?:NO KEY )?UPDATE(?: SKIP LOCKED)?\b/g,
    replace: () => "",
  },
  { kind: "least becomes greatest", pattern: /\bleast\(/g, replace: () => "greatest(" },
  { kind: "greatest becomes least", pattern: /\bgreatest\(/g, replace: () => "least(" },
  { kind: "a state's name is changed", pattern: /(?<== )'[a-z_]+'/g, replace: () => "'another'" },
  { kind: "the order is turned", pattern: /\bDESC\b/g, replace: () => "ASC" },
];

/** Every mutation of the SQL between the backticks of sql`…` templates; TypeScript outside them is left to Stryker. */
export function findSqlMutations(source: string): SqlMutation[] {
  const mutations: SqlMutation[] = [];
  for (const { start, end } of findTemplates(source)) {
    const text = source.slice(start, end);
    for (const { index } of text.matchAll(/\bAND\b/g)) {
      const original = text.slice(index, endOfConjunct(text, index + 3));
      mutations.push({
        at: start + index,
        original,
        replacement: "",
        kind: "a condition is dropped",
      });
    }
    for (const { kind, pattern, replace } of MUTATORS) {
      for (const match of text.matchAll(pattern)) {
        const [original] = match;
        const at = start + match.index;
        if (original.trim() !== "")
          mutations.push({ at, original, replacement: replace(match), kind });
      }
    }
  }
  return mutations.sort((a, b) => a.at - b.at);
}

/** Where the condition that begins at `from` ends: at the next AND or OR of its level, its closing parenthesis or clause. */
function endOfConjunct(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (character === "(" || character === "{") depth += 1;
    if (character === ")" || character === "}") depth -= 1;
    if (depth < 0) return at;
    if (
      depth === 0 &&
      /^\s(?:AND|OR|RETURNING|ORDER|GROUP|LIMIT|FOR|THEN)\b/.test(text.slice(at, at + 12))
    ) {
      return at;
    }
  }
  return text.length;
}

export function applyMutation(source: string, { at, original, replacement }: SqlMutation): string {
  return source.slice(0, at) + replacement + source.slice(at + original.length);
}

/** Bounds of each outermost sql`…` template, with what is nested in its ${…}. */
function findTemplates(source: string): { start: number; end: number }[] {
  const templates: { start: number; end: number }[] = [];
  let at = source.indexOf("sql`");
  while (at >= 0) {
    const end = endOfTemplate(source, at + 4);
    templates.push({ start: at + 4, end });
    at = source.indexOf("sql`", end);
  }
  return templates;
}

function endOfTemplate(source: string, from: number): number {
  let at = from;
  while (at < source.length && source[at] !== "`") {
    if (source.startsWith("${", at)) at = endOfExpression(source, at + 2);
    else at += 1;
  }
  return at;
}

function endOfExpression(source: string, from: number): number {
  let depth = 1;
  let at = from;
  while (depth > 0 && at < source.length) {
    if (source[at] === "`") at = endOfTemplate(source, at + 1);
    else if (source[at] === "{") depth += 1;
    else if (source[at] === "}") depth -= 1;
    at += 1;
  }
  return at;
}
