import { expect, test } from "vitest";
import type { Table } from "@/lib/domain/custody/tables/table";
import { ACCOUNTS_TABLES, ERASED_TABLES, TABLES } from "@/lib/domain/custody/tables/tables";
import { findReferences } from "@/server/custody/account-deletions/account-rows.repository";
import { orderForDeletion } from "@/server/custody/account-deletions/deletion-order.rule";
import { findOld } from "@/server/custody/trimming/old-rows.repository";
import { rows, sql } from "@/server/platform/db/sql";
import { transaction } from "@/server/platform/db/transaction";
import { ALL_DUTIES } from "@/workers/schedules";

const NOT_OURS = ["_prisma_migrations", "rate_limits"];

const namesWhere = (is: (table: Table) => boolean) =>
  Object.entries<Table>(TABLES)
    .flatMap(([name, table]) => (is(table) ? [name] : []))
    .sort();

test("the register names every table, and says of each how its rows go, or why they stay", async () => {
  const tables = await rows<{ name: string }>(
    sql`SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace
          AND relkind IN ('r', 'p') AND NOT relispartition`,
  );
  const named = [...Object.keys(TABLES), ...NOT_OURS];
  expect(named.sort(), "add a new table to lib/domain/custody/tables").toEqual(
    tables.map(({ name }) => name).sort(),
  );
  const unsaid = (table: Table) =>
    table.owner === null && !table.kept && !table.duty && !table.trims;
  expect(namesWhere(unsaid)).toEqual([]);
  const duties = ALL_DUTIES.map(({ name }) => name);
  const named_duties = Object.values<Table>(TABLES).flatMap(({ duty }) => duty ?? []);
  expect(duties).toEqual(expect.arrayContaining(named_duties));
});

test("every table that holds rows of accounts says what becomes of them, and what an archive has of them", async () => {
  const tables = await rows<{ name: string }>(
    sql`WITH RECURSIVE owned AS (
          SELECT 'users'::regclass::oid AS id
          UNION SELECT c.conrelid FROM pg_constraint c JOIN owned ON c.confrelid = owned.id WHERE c.contype = 'f')
        SELECT c.relname AS name FROM pg_class c
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> 'users'
          AND (c.oid IN (SELECT id FROM owned) OR EXISTS (
            SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND NOT a.attisdropped
              AND a.attname IN ('owner_id', 'user_id', 'instance_id', 'target_user_id')))`,
  );
  // What goes with a row of another table, whichever statement deletes that.
  const DERIVED = ["lead_search"];
  expect(
    [
      ...namesWhere(({ owner, outlives }) => owner !== null || outlives === true),
      ...DERIVED,
    ].sort(),
  ).toEqual(tables.map(({ name }) => name).sort());
  const unsaid = ({ owner, file, noFile }: Table) =>
    owner !== null && (file === undefined) === (noFile === undefined);
  expect(namesWhere(unsaid)).toEqual([]);
});

test("each has the column that it says, and the columns that its file leaves out", async () => {
  const columns = await rows<{ name: string; columns: string[] }>(
    sql`SELECT table_name::text AS name, array_agg(column_name::text) AS columns FROM information_schema.columns
        WHERE table_schema = 'public' GROUP BY table_name`,
  );
  const of = new Map(columns.map((table) => [table.name, table.columns]));
  for (const { name, owner, without = [] } of ACCOUNTS_TABLES) {
    expect(of.get(name), name).toEqual(expect.arrayContaining([owner, ...without]));
  }
});

test("no file of the archive has a column that may be a secret", async () => {
  const suspects = await rows<{ name: string; column: string }>(
    sql`SELECT table_name::text AS name, column_name::text AS column FROM information_schema.columns
        WHERE table_schema = 'public' AND column_name ~ 'hash|secret|sealed|token|password|qr_|auth|storage_key'`,
  );
  const HARMLESS = ["suggestion_days.input_tokens", "suggestion_days.output_tokens"];
  const shown = ACCOUNTS_TABLES.filter(({ file }) => file !== undefined).flatMap(
    ({ name, without = [] }) =>
      suspects
        .filter((each) => each.name === name && !without.includes(each.column))
        .map(({ column }) => `${name}.${column}`),
  );
  expect(shown.sort()).toEqual(HARMLESS);
});

test("an account's rows are deleted before what they refer to", async () => {
  const references = await findReferences();
  const order = orderForDeletion(references).map(({ name }) => name);
  expect([...order].sort()).toEqual(ERASED_TABLES.map(({ name }) => name).sort());
  const place = (name: string) => order.indexOf(name as (typeof order)[number]);
  const wrong = references.filter(
    ({ child, parent }) => place(parent) !== -1 && place(child) > place(parent),
  );
  expect(wrong).toEqual([]);
  for (const { name, owner, writer } of ERASED_TABLES) {
    // Rows that are found by their connection must go before it, and what triggers write after what they watch.
    if (owner === "instance_id") expect(place(name)).toBeLessThan(place("whatsapp_instances"));
    if (writer === null) expect(place(name)).toBeGreaterThan(place("leads"));
  }
});

/** Small, or read once a day: an index would cost every write. */
const WITHOUT_INDEX = ["account_exports", "number_days", "number_paces", "accounts"];

const TRIMS = Object.entries<Table>(TABLES).flatMap(([name, { trims = [] }]) =>
  (WITHOUT_INDEX.includes(name) ? [] : trims).map(
    (trim) => [`${name} by ${trim.since} ${trim.only ?? ""}`, name, trim] as const,
  ),
);

test.each(TRIMS)("old rows of %s are found by an index", async (_, name, trim) => {
  const plan = await transaction(async () => {
    await rows(
      sql`SELECT set_config('enable_seqscan', 'off', true), set_config('enable_sort', 'off', true)`,
    );
    return rows<{ "QUERY PLAN": string }>(
      sql`EXPLAIN ${findOld(name as keyof typeof TABLES, trim, 10)}`,
    );
  });
  const text = plan.map((line) => line["QUERY PLAN"]).join("\n");
  expect(text).toMatch(/Index (Only )?Scan/);
  expect(text).not.toMatch(/Seq Scan|Sort/);
});
