import * as z from "zod/mini";

/**
 * Reads an answer by its contract. If the server is newer than the page, an enum may have an unknown or missing value: it
 * is kept as it is, so that only its cell looks odd and the screen still works.
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
  // Known values replace the unknown ones while the rest is parsed.
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

/** Sets a value in place, and returns the previous one. */
function setAt(value: unknown, path: readonly PropertyKey[], word: unknown): unknown {
  const holder = path.slice(0, -1).reduce<unknown>(get, value) as Record<PropertyKey, unknown>;
  const name = path.at(-1) as PropertyKey;
  const before = holder[name];
  holder[name] = word;
  return before;
}

const get = (value: unknown, name: PropertyKey) => (value as Record<PropertyKey, unknown>)[name];
