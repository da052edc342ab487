import * as z from "zod/mini";

/**
 * Reads an answer by its contract. A word that this version does not know where it expects one of several, or none at
 * all, is left as it is: it costs its cell, and not the screen, when the server is newer than the page.
 * @throws ZodError for an answer that differs in any other way
 */
export function readAnswer<Schema extends z.ZodMiniType>(
  schema: Schema,
  body: unknown,
): z.output<Schema> {
  const parsed = z.safeParse(schema, body);
  if (parsed.success) return parsed.data;
  const unknown = parsed.error.issues.filter(isUnknownWord);
  if (unknown.length < parsed.error.issues.length) throw parsed.error;
  // Known words take their places while the rest is read.
  const replaced = structuredClone(body);
  const words = unknown.map(({ path, values: [known] }) => ({
    path,
    word: setAt(replaced, path, known),
  }));
  const answer = z.parse(schema, replaced);
  for (const { path, word } of words) setAt(answer, path, word);
  return answer;
}

type Issue = z.core.$ZodIssue;
type UnknownWord = Issue & { values: unknown[] };

function isUnknownWord(issue: Issue): issue is UnknownWord {
  return issue.code === "invalid_value" && issue.path.length > 0;
}

/** Returns what was there before. */
function setAt(value: unknown, path: readonly PropertyKey[], word: unknown): unknown {
  const holder = path.slice(0, -1).reduce<unknown>(get, value) as Record<PropertyKey, unknown>;
  const name = path.at(-1) as PropertyKey;
  const before = holder[name];
  holder[name] = word;
  return before;
}

const get = (value: unknown, name: PropertyKey) => (value as Record<PropertyKey, unknown>)[name];
