// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are lines of other files.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { sourceFiles } from "./imports";
import { isOrdinary, sentStatements } from "./ordinary-statements";

const root = join(import.meta.dirname, "../..");

/** The text in parentheses that begins at `start`. */
function readParentheses(text: string, start: number): string {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === "(") depth += 1;
    if (text[at] === ")") depth -= 1;
    if (depth === 0) return text.slice(start, at + 1);
  }
  return text.slice(start);
}

/**
 * PostgreSQL may run a subquery of IN once per outer row, and each run that skips locked rows finds others: more than
 * its LIMIT are claimed. `= ANY (ARRAY(…))` runs once.
 */
test("what a statement locks to claim it is looked for once", () => {
  const faults = ["server", "workers", "scripts"]
    .flatMap((top) => sourceFiles(root, top))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), "utf8");
      return [...text.matchAll(/\bIN \(\s*SELECT\b/g)]
        .filter(({ index }) => / FOR (?:NO KEY )?UPDATE/.test(readParentheses(text, index + 3)))
        .map(({ index }) => `${file}:${text.slice(0, index).split("\n").length}`);
    });
  expect(faults).toEqual([]);
});

/**
 * Columns of moments have milliseconds and PostgreSQL rounds to them, so what is written as now() may be half a
 * millisecond in the future: a quarter of the statements that follow at once do not find it due.
 */
test("what tests make due was due a moment ago", () => {
  const due =
    /\b(?:\w*due_at|resume_at|next_(?:send|run)_at|lease_until|expires_at) = now\(\)(?! [-+])/g;
  const files = readdirSync(join(root, "tests"), { recursive: true, encoding: "utf8" });
  const faults = files
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) =>
      [...readFileSync(join(root, "tests", file), "utf8").matchAll(due)].map(
        ([text]) => `${file}: ${text}`,
      ),
    );
  expect(faults).toEqual([]);
});

/** PostgreSQL refuses NUL and halves of characters in JSON, which texts from outside, and cut ones, may have. */
test("JSON is made storable before a statement takes it", () => {
  const faults = sourceFiles(root, "server")
    .filter((file) => /\.(?:repository|queries)\.ts$/.test(file))
    .filter((file) => readFileSync(join(root, file), "utf8").includes("JSON.stringify("));
  expect(faults).toEqual([]);
});

describe("Prisma's client for the ordinary", () => {
  const CLIENT = "write it with the client: see docs/decisions/0002-prisma-client-and-sql.md";
  /** By file and function: statements that the client cannot express, though they are simple. */
  const BETTER_AS_SQL = new Map([
    [
      "server/accounts/credits/credits.repository.ts findReservationDay",
      "The client makes an instant of a day, which is text everywhere else.",
    ],
    [
      "server/leads/imports/imports.repository.ts addChunk",
      "The rows of a file come as bytes and go into a text column; the client would take a string of them.",
    ],
  ]);

  const ordinary = sourceFiles(root, "server")
    .filter((file) => file.endsWith(".repository.ts"))
    .flatMap((file) =>
      sentStatements(readFileSync(join(root, file), "utf8"))
        .filter(isOrdinary)
        .map(({ sender, text }) => ({ place: `${file} ${sender}`, text })),
    );

  test("SQL is for what the client does not say", () => {
    const faults = ordinary
      .filter(({ place }) => !BETTER_AS_SQL.has(place))
      .map(({ place, text }) => `${place}: ${text} — ${CLIENT}`);
    expect(faults).toEqual([]);
  });

  test("every exception is still there", () => {
    const places = ordinary.map(({ place }) => place);
    expect([...BETTER_AS_SQL.keys()].filter((place) => !places.includes(place))).toEqual([]);
  });

  const sent = (statement: string) =>
    sentStatements(`
const COLUMNS = sql\`id, name\`;
async function send() {
  await firstRow<{ id: number; of: (string | null)[] }>(
    sql\`${statement}\`,
  );
}`);

  test.each([
    "SELECT ${COLUMNS}, owner_id FROM lists WHERE owner_id = ${ownerId}\n ORDER BY id DESC LIMIT 1",
    "SELECT 1 FROM leads WHERE cnpj IS NOT NULL AND id > ${after}",
    "SELECT email FROM users WHERE id = ${row?.id ?? Number(`${id}`)}",
    "SELECT count(*)::int AS count FROM lists WHERE owner_id = ${ownerId}",
    "SELECT count(*)::int AS count FROM (SELECT 1 FROM audit_entries LIMIT ${most}) AS counted",
    "INSERT INTO lists (owner_id, name) VALUES (${ownerId}, 'x') RETURNING id",
    "UPDATE imports SET status = 'error', note = NULL WHERE id = ${id} AND status IN ('uploaded', 'error')",
    "UPDATE billings SET gives_pro = ${of({ pro: true })} WHERE id = ${id} AND is_pro AND NOT can_charge RETURNING user_id",
    "DELETE FROM lead_views WHERE owner_id = ${ownerId} AND id <> ${id}",
  ])("an ordinary statement is found: %s", (statement) => {
    expect(sent(statement).map((each) => [each.sender, isOrdinary(each)])).toEqual([
      ["send", true],
    ]);
  });

  test.each([
    "SELECT id FROM lists WHERE owner_id = ${ownerId} FOR UPDATE",
    "SELECT id FROM lists WHERE created_at > now()",
    "SELECT id FROM lists WHERE owner_id = ${ownerId} ORDER BY lower(name)",
    "SELECT id FROM lists WHERE id = ANY (${ids}::int[])",
    "SELECT id FROM lists WHERE owner_id = ${ownerId} ${filter ? sql`AND id > 1` : empty}",
    "SELECT file_name AS name FROM message_media WHERE id = ${id}",
    "SELECT l.id FROM lists l JOIN leads USING (owner_id)",
    "SELECT id FROM leads WHERE id = ${id} OR name = ${name}",
    "SELECT month FROM registry.establishments WHERE cnpj = ${cnpj}",
    "INSERT INTO lists (owner_id) VALUES (${ownerId}) ON CONFLICT DO NOTHING",
    "INSERT INTO lists (owner_id) SELECT ${ownerId}",
    "UPDATE accounts SET daily_limit = daily_limit + 1 WHERE id = ${id}",
    "UPDATE imports SET completed_at = now() WHERE id = ${id}",
    "DELETE FROM lists WHERE id = ${id} RETURNING name",
  ])("the point of SQL is left: %s", (statement) => {
    expect(sent(statement).filter(isOrdinary)).toEqual([]);
  });

  test.each([
    "const of = (id: number) => sql`SELECT id FROM lists WHERE id = ${id}`;",
    "session.rows(sql`SELECT id FROM lists WHERE id = ${id}`)",
    'firstRow(prepared("find list", sql`SELECT id FROM lists WHERE id = ${id}`))',
  ])("what is no statement of its own, on another connection or hot is left: %s", (source) => {
    expect(sentStatements(source)).toEqual([]);
  });
});
