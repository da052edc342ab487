import { beforeEach, expect, test } from "vitest";
import { insertList } from "@/server/leads/lists/lists.repository";
import type { OwnerId } from "@/server/platform/actor";
import { pool } from "@/server/platform/db/connection";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { groupTransactions, transaction } from "@/server/platform/db/transaction";
import { buildUser } from "@/tests/factories/users";

interface Rename {
  from: string;
  to: string;
}

let owner: OwnerId;
let groups: string[][] = [];
let rename: (change: Rename) => Promise<string>;

beforeEach(async () => {
  owner = (await buildUser()).id;
  for (const name of ["a", "b", "c", "d"]) await insertList(owner, name, "manual");
  groups = [];
  rename = groupTransactions(async (changes: readonly Rename[]) => {
    groups.push(changes.map(({ from }) => from));
    for (const { from, to } of changes) {
      await execute(
        sql`UPDATE lists SET name = ${to} WHERE owner_id = ${owner} AND name = ${from}`,
      );
    }
    const current = await firstRow<{ id: string }>(sql`SELECT pg_current_xact_id()::text AS id`);
    return changes.map(() => current?.id ?? "");
  });
});

const change = (from: string): Rename => ({ from, to: `${from}2` });

async function listNames() {
  const lists = await rows<{ name: string }>(
    sql`SELECT name FROM lists WHERE owner_id = ${owner} ORDER BY name`,
  );
  return lists.map(({ name }) => name);
}

test("what arrives while a group is under way is one transaction", async () => {
  const first = rename(change("a"));
  await expect.poll(() => groups).toEqual([["a"]]);
  const others = await Promise.all(["b", "c", "d"].map((name) => rename(change(name))));
  expect(groups).toEqual([["a"], ["b", "c", "d"]]);
  expect(new Set(others).size).toBe(1);
  expect(others).not.toContain(await first);
  expect(await listNames()).toEqual(["a2", "b2", "c2", "d2"]);
});

test("an item that fails, fails alone", async () => {
  const refused = { from: "b", to: "\0" };
  const results = await Promise.allSettled([change("a"), refused, change("c")].map(rename));
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(await listNames()).toEqual(["a2", "b", "c2", "d"]);
});

test("an item whose row somebody else holds keeps no other waiting", async () => {
  const holder = await pool.connect();
  try {
    await holder.query("BEGIN");
    await holder.query("SELECT 1 FROM lists WHERE owner_id = $1 AND name = 'b' FOR UPDATE", [
      owner,
    ]);
    let renamed = false;
    const held = rename(change("b")).then(() => {
      renamed = true;
    });
    await Promise.all([rename(change("a")), rename(change("c"))]);
    // The next group does not wait for it either.
    await rename(change("d"));
    expect(renamed).toBe(false);
    expect(await listNames()).toEqual(["a2", "b", "c2", "d2"]);
    await holder.query("ROLLBACK");
    await held;
    expect(await listNames()).toEqual(["a2", "b2", "c2", "d2"]);
  } finally {
    await holder.query("ROLLBACK");
    holder.release();
  }
});

test("the caller's transaction is not joined: it may be undone, and the group is not", async () => {
  const undone = transaction(async () => {
    await execute(sql`UPDATE lists SET name = 'undone' WHERE owner_id = ${owner} AND name = 'd'`);
    await rename(change("a"));
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(await listNames()).toEqual(["a2", "b", "c", "d"]);
});
