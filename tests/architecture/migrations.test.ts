import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { listMigrations } from "@/scripts/migration-scripts";
import { explain, findUnsafe, type Rule } from "./migration-rules";

/** It makes a new database. */
const BASELINE = "0_baseline";

const folder = join(import.meta.dirname, "../../prisma/migrations");

test("no migration locks a busy table for long, or breaks the version that still runs", () => {
  const found = listMigrations()
    .filter((name) => name > BASELINE)
    .flatMap((name) =>
      findUnsafe(readFileSync(join(folder, name, "migration.sql"), "utf8")).map(
        ({ rule, statement }) => `${name}: ${statement}\n${rule}: ${explain(rule)}`,
      ),
    );
  expect(found).toEqual([]);
});

describe("what is refused", () => {
  test.each<[Rule, string]>([
    ["removed", "ALTER TABLE leads DROP COLUMN obs"],
    ["removed", "DROP TABLE IF EXISTS notes"],
    ["removed", "DROP VIEW registry.release"],
    ["removed", "TRUNCATE leads"],
    ["renamed", "ALTER TABLE leads RENAME TO companies"],
    ["renamed", "ALTER TABLE leads RENAME COLUMN obs TO remarks"],
    ["not-null", "ALTER TABLE leads ALTER COLUMN obs SET NOT NULL"],
    ["rewritten", "ALTER TABLE leads ALTER COLUMN obs TYPE varchar(10)"],
    ["rewritten", "ALTER TABLE leads ADD COLUMN token uuid DEFAULT gen_random_uuid()"],
    ["rewritten", "ALTER TABLE leads ADD COLUMN n serial"],
    ["rewritten", "ALTER TABLE leads ADD COLUMN key text GENERATED ALWAYS AS (lower(name)) STORED"],
    ["default", "ALTER TABLE leads ADD COLUMN kind text NOT NULL"],
    ["index", "CREATE INDEX leads_x ON leads (obs)"],
    ["index", "CREATE INDEX CONCURRENTLY leads_x ON leads (obs)"],
    ["index", "CREATE INDEX CONCURRENTLY IF NOT EXISTS x ON leads (obs); SELECT 1"],
    ["constraint", "ALTER TABLE leads ADD CONSTRAINT x CHECK (obs <> '')"],
    ["constraint", "ALTER TABLE leads ADD CONSTRAINT x UNIQUE (obs)"],
    ["constraint", "ALTER TABLE leads ADD CONSTRAINT x FOREIGN KEY (obs) REFERENCES notes (id)"],
    ["constraint", "ALTER TABLE leads ADD COLUMN kind text CHECK (kind <> '')"],
    [
      "constraint",
      "ALTER TABLE leads ADD CONSTRAINT x CHECK (obs <> '') NOT VALID; ALTER TABLE leads VALIDATE CONSTRAINT x",
    ],
    ["unseen", "DO $$ BEGIN EXECUTE 'ALTER TABLE leads DROP COLUMN obs'; END $$"],
  ])("%s: %s", (rule, script) => {
    expect(findUnsafe(script).map((found) => found.rule)).toEqual([rule]);
  });

  test("but where a comment says why, until which version, and of which rule", () => {
    const drop = "ALTER TABLE leads DROP COLUMN obs;";
    const comment =
      "-- Allowed (removed, until 0.3.0): nothing reads it since 0.2.0, 'é' counts two.\n";
    expect(findUnsafe(`SELECT 'ação';\n${comment}${drop}`)).toEqual([]);
    expect(findUnsafe(`${comment}${drop}\n${drop}`)).toHaveLength(1);
    expect(findUnsafe(`-- Allowed (renamed, until 0.3.0): another rule.\n${drop}`)).toHaveLength(1);
    expect(findUnsafe(`-- Allowed (removed): no version.\n${drop}`)).toHaveLength(1);
  });
});

describe("what is not", () => {
  test.each([
    "CREATE TABLE visits (id int PRIMARY KEY, lead_id int NOT NULL REFERENCES leads (id)); CREATE INDEX v ON visits (lead_id)",
    "ALTER TABLE leads ADD COLUMN kind text",
    "ALTER TABLE leads ADD COLUMN kind text NOT NULL DEFAULT 'x'",
    "ALTER TABLE leads ADD COLUMN seen_at timestamptz NOT NULL DEFAULT now()",
    "ALTER TABLE leads ADD COLUMN kinds text[] NOT NULL DEFAULT ARRAY[]::text[]",
    "ALTER TABLE leads ADD COLUMN visit_id int REFERENCES visits (id)",
    "ALTER TABLE leads ADD CONSTRAINT x CHECK (obs <> '') NOT VALID",
    "ALTER TABLE leads VALIDATE CONSTRAINT x",
    "ALTER TABLE leads ADD CONSTRAINT x UNIQUE USING INDEX leads_x",
    "CREATE INDEX CONCURRENTLY IF NOT EXISTS leads_x ON leads (obs)",
    "CREATE INDEX i ON duty_runs (name)",
    "ALTER TABLE leads ALTER COLUMN obs DROP NOT NULL",
    "CREATE OR REPLACE FUNCTION f() RETURNS int LANGUAGE sql RETURN 1",
    "DROP INDEX leads_x",
  ])("%s", (script) => {
    expect(findUnsafe(script)).toEqual([]);
  });
});
