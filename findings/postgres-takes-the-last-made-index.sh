#!/usr/bin/env bash
# PostgreSQL 18.7, by @electric-sql/pglite 0.5.17: choice among indexes for a value that the statistics do not know.
#
# A table of several owners has a unique key (owner_id, id) and a wider index for a list, (owner_id, name, id). For an owner
# who came after the last ANALYZE one row is expected, and every index seems to cost the same. The planner then takes the
# index that was made last: with the wider one, it reads all entries of the owner to find one row by its own key. A schema
# that is built anew in another order (a restore, a squashed history of migrations) has other plans, with equal indexes.
#
# Seen: the output below. Whoever depends on a key makes it after the indexes beside it, or has the statistics kept up.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @electric-sql/pglite@0.5.17 >/dev/null
cat >plan.mjs <<'JS'
import { PGlite } from "@electric-sql/pglite";

const MADE = {
  key: "CREATE UNIQUE INDEX key ON leads (owner_id, id)",
  list: "CREATE INDEX list ON leads (owner_id, name, id)",
};
for (const order of [["list", "key"], ["key", "list"]]) {
  const db = new PGlite();
  await db.exec("CREATE TABLE leads (owner_id int NOT NULL, id int NOT NULL, name text NOT NULL)");
  for (const index of order) await db.exec(MADE[index]);
  await db.exec("INSERT INTO leads SELECT 1, n, 'Lead ' || n FROM generate_series(1, 5000) AS n; ANALYZE leads");
  await db.exec("INSERT INTO leads SELECT 2, n, 'Lead ' || n FROM generate_series(5001, 9000) AS n");
  const { rows } = await db.query(
    "EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, SUMMARY OFF) SELECT id FROM leads WHERE owner_id = 2 AND id = 6000",
  );
  const plan = rows.map((row) => row["QUERY PLAN"]).join(" ");
  const [, used] = /using (\w+) on leads/.exec(plan);
  const [, pages] = /shared hit=(\d+)/.exec(plan);
  console.log(`${order.join(" before ")}: by ${used}, ${Number(pages) > 10 ? "more than ten pages" : "a few pages"}`);
  await db.close();
}
JS
node plan.mjs | tee seen.txt
diff seen.txt - <<'SEEN'
list before key: by key, a few pages
key before list: by list, more than ten pages
SEEN
