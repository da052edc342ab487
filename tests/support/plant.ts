/** Written as JSON: some of these cannot be written by JSON.stringify. */
const NUMBERS = ["0", "-1", "2147483648", "9007199254740992", "1e400", '"NaN"', "0.5"];
const TEXTS = ['"a\\u0000b"', '"a\\ud800b"', '"\\udc00"'];
const KEYS = ["\\u0000", "\\ud800"];

const MARK = "planted-here";

/**
 * All variants of a JSON body in which one field holds a number or a text that a database may not take, or one object a
 * field of an unstorable name. Returned as text, as it crosses the wire.
 */
export function plantEverywhere(body: unknown): string[] {
  const planted: string[] = [];
  const write = (value: unknown, token: string) =>
    planted.push(JSON.stringify(value).replace(`"${MARK}"`, token));
  walk(body, (replace, isObject) => {
    if (isObject) {
      for (const key of KEYS) write(replace({ [MARK]: "x" }), `"${key}"`);
    } else {
      for (const token of [...NUMBERS, ...TEXTS]) write(replace(MARK), token);
    }
  });
  return planted;
}

/** Calls `visit` for each leaf and object, with a function that gives the whole body with that one replaced or extended. */
function walk(
  value: unknown,
  visit: (replace: (by: unknown) => unknown, isObject: boolean) => void,
  rebuild: (by: unknown) => unknown = (by) => by,
): void {
  if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) {
      walk(each, visit, (by) => rebuild(value.with(index, by)));
    }
  } else if (typeof value === "object" && value !== null) {
    visit((by) => rebuild({ ...value, ...(by as object) }), true);
    for (const [name, each] of Object.entries(value)) {
      walk(each, visit, (by) => rebuild({ ...value, [name]: by }));
    }
  } else {
    visit(rebuild, false);
  }
}
