import { TABLE_OF_MODEL } from "./tables-used";

export interface Statement {
  /** The function that sends it. */
  sender: string;
  /** With `?` for each value. */
  text: string;
}

/** Sent unchanged, on the connections that the client shares: not `session.rows(…)`, and not a part of another. */
const SENT = /(?<![.\w])(?:rows|firstRow|execute)(?:<(?:[^()`]|\([^()`]*\))*>)?\(\s*sql`/g;
const NAMED_PART = /^\s*(?:export )?const (\w+) =\s+sql`/gm;
const FUNCTION = /^(?:export )?(?:async )?function (\w+)/gm;

/** The statements that a repository sends, with the parts that it names written out; without those sent as `prepared`. */
export function sentStatements(source: string): Statement[] {
  const parts = new Map<string, string>();
  for (const { 0: found, 1: name = "", index } of source.matchAll(NAMED_PART)) {
    parts.set(name, readTemplate(source, index + found.length, parts).text);
  }
  const functions = [...source.matchAll(FUNCTION)];
  return [...source.matchAll(SENT)].map(({ 0: found, index }) => ({
    sender: functions.findLast((each) => each.index < index)?.[1] ?? "",
    text: readTemplate(source, index + found.length, parts)
      .text.replace(/\s+/g, " ")
      .trim(),
  }));
}

/** The text of the template that begins at `start`, and where it ends. */
function readTemplate(source: string, start: number, parts: ReadonlyMap<string, string>) {
  let text = "";
  let at = start;
  while (at < source.length && source[at] !== "`") {
    if (source.startsWith("${", at)) {
      const end = endOfExpression(source, at + 2);
      const expression = source.slice(at + 2, end);
      text += parts.get(expression) ?? (BUILT.test(expression) ? "{built}" : "?");
      at = end + 1;
    } else {
      text += source[at];
      at += 1;
    }
  }
  return { text, end: at };
}

/** True for a piece of SQL rather than a value: a template, a helper of sql.ts, or a constant of another file. */
const BUILT = /\bsql`|\b(?:raw|join|columns)\(|\bempty\b|^[A-Z][A-Z_]+$/;

function endOfExpression(source: string, start: number): number {
  let depth = 0;
  for (let at = start; at < source.length; at += 1) {
    const character = source[at];
    if (character === "`") at = readTemplate(source, at + 1, new Map()).end;
    else if (character === "{") depth += 1;
    else if (character === "}" && depth === 0) return at;
    else if (character === "}") depth -= 1;
  }
  return source.length;
}

const NAME = '(?:"\\w+"|[a-z]\\w*)';
const VALUE = "(?:\\?|'[^']*'|-?\\d+|NULL|true|false)";
const listOf = (item: string) => `${item}(?: ?, ?${item})*`;
const CONDITION = [
  `${NAME} (?:=|<>|<=|>=|<|>) ${VALUE}`,
  `${NAME} (?:NOT )?IN ?\\(${listOf(VALUE)}\\)`,
  `${NAME} IS (?:NOT )?NULL`,
  `(?:NOT )?${NAME}`,
].join("|");
const WHERE = `(?: WHERE (?:${CONDITION})(?: AND (?:${CONDITION}))*)?`;
const ORDER = `(?: ORDER BY ${listOf(`${NAME}(?: ASC| DESC)?`)})?`;
const RANGE = `(?: LIMIT ${VALUE})?(?: OFFSET ${VALUE})?`;
const TABLE = `(${[...TABLE_OF_MODEL.values()].join("|")})`;
const COUNTED = `SELECT count\\(\\*\\)(?:::int)?(?: AS ${NAME})? FROM`;
// updateManyAndReturn and create return columns; no method of the client returns those of a deleted row.
const RETURNING = `(?: RETURNING ${listOf(`(?:1|${NAME})`)})?`;

const ORDINARY = [
  `SELECT ${listOf(`(?:1|${NAME})`)} FROM ${TABLE}${WHERE}${ORDER}${RANGE}`,
  `${COUNTED} ${TABLE}${WHERE}`,
  `${COUNTED} \\(SELECT (?:1|${NAME}) FROM ${TABLE}${WHERE}${RANGE}\\)(?: AS)? ${NAME}`,
  `INSERT INTO ${TABLE} \\(${listOf(NAME)}\\) VALUES ?\\(${listOf(VALUE)}\\)${RETURNING}`,
  `UPDATE ${TABLE} SET ${listOf(`${NAME} = ${VALUE}`)}${WHERE}${RETURNING}`,
  `DELETE FROM ${TABLE}${WHERE}`,
].map((form) => new RegExp(`^${form}$`));

/** Reads or writes one model by its columns, with values of the caller, which Prisma's client can express as well. */
export function isOrdinary({ text }: Statement): boolean {
  return ORDINARY.some((form) => form.test(text));
}
