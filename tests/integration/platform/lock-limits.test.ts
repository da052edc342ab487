import type pg from "pg";
import { beforeEach, expect, test } from "vitest";
import { insertList } from "@/server/leads/lists/lists.repository";
import type { OwnerId } from "@/server/platform/actor";
import { pool, send } from "@/server/platform/db/connection";
import { execute, firstRow, sql } from "@/server/platform/db/sql";
import { transaction } from "@/server/platform/db/transaction";
import { buildUser } from "@/tests/factories/users";

let owner: OwnerId;
beforeEach(async () => {
  owner = (await buildUser()).id;
});

const rename = (name: string) =>
  execute(sql`UPDATE lists SET name = ${name} WHERE owner_id = ${owner}`);

test("every connection has its limits", async () => {
  const limits = await firstRow(
    sql`SELECT current_setting('idle_in_transaction_session_timeout') AS idle,
               current_setting('lock_timeout') AS lock, current_setting('statement_timeout') AS statement`,
  );
  expect(limits).toEqual({ idle: "15s", lock: "5s", statement: "10s" });
});

test("a transaction that stands still is ended, its locks are released and nothing of it is written", async () => {
  await insertList(owner, "before", "manual");
  const frozen = transaction(async () => {
    // The same limit, reached sooner.
    await execute(sql`SET LOCAL idle_in_transaction_session_timeout = '200ms'`);
    await rename("frozen");
    const client = await send(async (executor) => executor as pg.PoolClient);
    await new Promise<void>((resolve) => client.once("end", () => resolve()));
    await rename("awake");
  });
  await expect(frozen).rejects.toMatchObject({ name: "AppError", code: "unavailable" });
  expect(await rename("taken over")).toBe(1);
});

test("waiting for a lock ends with a 503", async () => {
  await insertList(owner, "before", "manual");
  const holder = await pool.connect();
  try {
    await holder.query("BEGIN");
    await holder.query("UPDATE lists SET name = 'held' WHERE owner_id = $1", [owner]);
    const waiting = transaction(async () => {
      await execute(sql`SET LOCAL lock_timeout = '200ms'`);
      await rename("waited");
    });
    await expect(waiting).rejects.toMatchObject({ name: "AppError", code: "unavailable" });
  } finally {
    await holder.query("ROLLBACK");
    holder.release();
  }
});
