import { expect, test } from "vitest";
import {
  type AccountTable,
  ERASED_TABLES,
  KEPT_TABLES,
  OUTLIVING_TABLES,
} from "@/lib/domain/custody/account-tables";
import { rows, sql } from "@/server/platform/db/sql";

const ALL: Record<string, AccountTable> = { ...ERASED_TABLES, ...KEPT_TABLES };

/** What goes with a row of another table, whichever statement deletes that. */
const DERIVED = ["lead_search"];

test("every table that holds rows of accounts says how they are deleted and exported", async () => {
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
  const named = [...Object.keys(ALL), ...Object.keys(OUTLIVING_TABLES)];
  expect(named.sort()).toEqual(
    tables
      .map(({ name }) => name)
      .filter((name) => !DERIVED.includes(name))
      .sort(),
  );
});

test("each has the column that it says, and the columns that its file leaves out", async () => {
  const columns = await rows<{ name: string; columns: string[] }>(
    sql`SELECT table_name::text AS name, array_agg(column_name::text) AS columns FROM information_schema.columns
        WHERE table_schema = 'public' GROUP BY table_name`,
  );
  const of = new Map(columns.map((table) => [table.name, table.columns]));
  for (const [name, { owner, archive }] of Object.entries(ALL)) {
    const without = "without" in archive ? archive.without : [];
    expect(of.get(name), name).toEqual(expect.arrayContaining([owner, ...without]));
  }
});

test("no file of the archive has a column that may be a secret", async () => {
  const suspects = await rows<{ name: string; column: string }>(
    sql`SELECT table_name::text AS name, column_name::text AS column FROM information_schema.columns
        WHERE table_schema = 'public' AND column_name ~ 'hash|secret|sealed|token|password|qr_|auth|storage_key'`,
  );
  const HARMLESS = ["suggestion_days.input_tokens", "suggestion_days.output_tokens"];
  const shown = suspects
    .filter(({ name, column }) => {
      const archive = ALL[name]?.archive;
      return archive && "without" in archive && !archive.without.includes(column);
    })
    .map(({ name, column }) => `${name}.${column}`);
  expect(shown.sort()).toEqual(HARMLESS);
});

test("what refers to a row is deleted before it", async () => {
  const references = await rows<{ child: string; parent: string }>(
    sql`SELECT DISTINCT c.conrelid::regclass::text AS child, c.confrelid::regclass::text AS parent
        FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid AND NOT t.relispartition
        WHERE c.contype = 'f' AND c.conrelid <> c.confrelid`,
  );
  const order = Object.keys(ERASED_TABLES);
  const wrong = references.filter(
    ({ child, parent }) =>
      order.includes(child) &&
      order.includes(parent) &&
      order.indexOf(child) > order.indexOf(parent),
  );
  expect(wrong).toEqual([]);
  // Rows that are found by their connection must go before it.
  const last = order.indexOf("whatsapp_instances");
  const byInstance = order.filter((name) => ERASED_TABLES[name]?.owner === "instance_id");
  expect(byInstance.filter((name) => order.indexOf(name) > last)).toEqual([]);
});
