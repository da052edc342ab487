import { beforeEach, describe, expect, test } from "vitest";
import {
  addDeleted,
  cancelDeletion,
  claimReminders,
  completeDeletion,
  deletionLeases,
  findOpenDeletion,
  findStart,
  forgetAttempts,
  insertDeletion,
  startDeletion,
} from "@/server/custody/account-deletions/account-deletions.repository";
import {
  deleteRows,
  findPrimaryKeys,
} from "@/server/custody/account-deletions/account-rows.repository";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { transaction } from "@/server/platform/db/transaction";
import { buildLeads } from "@/tests/factories/leads";
import { buildUser, type TestUser } from "@/tests/factories/users";

/** The records of deletions, statement by statement: each changes its own row, under its lease, in its turn. */

let user: TestUser;
let other: TestUser;
beforeEach(async () => {
  await execute(sql`DELETE FROM account_deletions`);
  [user, other] = [await buildUser(), await buildUser()];
});

/** A request that is due and was claimed by a worker. */
async function buildDue(of: TestUser, changes: { leaseNo?: number; attempts?: number } = {}) {
  const { leaseNo = 3, attempts = 0 } = changes;
  const row = await firstRow<{ id: number }>(
    sql`INSERT INTO account_deletions (owner_id, requested_at, due_at, lease_no, lease_until, attempts)
        VALUES (${of.id}, now() - interval '8 days', now() - interval '1 day', ${leaseNo}, now() + interval '1 minute', ${attempts})
        RETURNING id`,
  );
  return { id: row?.id ?? 0, leaseNo };
}

const read = (id: number) =>
  firstRow(
    sql`SELECT started_at IS NOT NULL AS started, completed_at IS NOT NULL AS completed, cancelled_at IS NOT NULL AS cancelled,
               deleted_rows::int AS rows, kept_payments AS kept, attempts, lease_until IS NOT NULL AS leased
        FROM account_deletions WHERE id = ${id}`,
  );
const UNTOUCHED = {
  ...{ started: false, completed: false, cancelled: false, rows: 0, kept: false, attempts: 0 },
  leased: true,
};

describe("a request", () => {
  test("is one at a time, and there can be another once it was taken back", async () => {
    const first = await insertDeletion(user.id, 7);
    expect((first?.due_at.getTime() ?? 0) - (first?.requested_at.getTime() ?? 0)).toBe(
      7 * 86_400_000,
    );
    expect(await insertDeletion(user.id, 7)).toBeNull();
    expect(await insertDeletion(other.id, 7)).not.toBeNull();
    expect(await findOpenDeletion(user.id)).toEqual(first);
    expect(await cancelDeletion(user.id)).toBe(true);
    expect(await cancelDeletion(user.id)).toBe(false);
    expect(await findOpenDeletion(user.id)).toBeNull();
    expect(await findOpenDeletion(other.id)).not.toBeNull();
    expect(await insertDeletion(user.id, 7)).not.toBeNull();
  });

  test("cannot be taken back once it has begun", async () => {
    const due = await buildDue(user);
    expect(await startDeletion(due)).toBe(true);
    expect(await cancelDeletion(user.id)).toBe(false);
    expect(await read(due.id)).toMatchObject({ cancelled: false, started: true });
  });
});

describe("the beginning", () => {
  test("is once, of its own row, under its lease", async () => {
    const [mine, theirs] = [await buildDue(user), await buildDue(other)];
    expect(await startDeletion({ ...mine, leaseNo: 2 })).toBe(false);
    expect(await findStart(mine)).toBeNull();
    expect(await startDeletion(mine)).toBe(true);
    expect(await startDeletion(mine)).toBe(false);
    expect(await findStart(mine)).toBeInstanceOf(Date);
    expect(await findStart({ ...mine, leaseNo: 2 })).toBeNull();
    expect(await read(theirs.id)).toEqual(UNTOUCHED);
  });

  test("waits for its day, and is not after it was taken back", async () => {
    const mine = await buildDue(user);
    await execute(
      sql`UPDATE account_deletions SET due_at = now() + interval '1 hour' WHERE id = ${mine.id}`,
    );
    expect(await startDeletion(mine)).toBe(false);
    await execute(
      sql`UPDATE account_deletions SET due_at = now() - interval '1 hour', cancelled_at = now() WHERE id = ${mine.id}`,
    );
    expect(await startDeletion(mine)).toBe(false);
  });
});

describe("the work", () => {
  const claim = (id: number) => transaction(() => deletionLeases.claim(id, 20));
  const change = (id: number, to: ReturnType<typeof sql>) =>
    execute(sql`UPDATE account_deletions SET lease_until = NULL, ${to} WHERE id = ${id}`);

  test("is claimed from its day on, unless it was taken back or is done", async () => {
    const { id } = await buildDue(user);
    expect(await claim(id)).toBeNull();
    await change(id, sql`due_at = now() + interval '1 hour'`);
    expect(await claim(id)).toBeNull();
    await change(
      id,
      sql`due_at = now() - interval '1 hour', started_at = now(), completed_at = now()`,
    );
    expect(await claim(id)).toBeNull();
    await change(id, sql`started_at = NULL, completed_at = NULL, cancelled_at = now()`);
    expect(await claim(id)).toBeNull();
    await change(id, sql`cancelled_at = NULL`);
    expect(await claim(id)).toMatchObject({ owner_id: user.id });
  });

  test("takes no more rows at once than it may, and its own alone", async () => {
    await buildLeads(user.id, 5);
    await buildLeads(other.id, 2);
    const key = (await findPrimaryKeys()).get("leads") ?? [];
    expect(key).toEqual(["id"]);
    const table = { name: "leads", owner: "owner_id", writer: "leads" } as const;
    const left = (of: TestUser) => rows(sql`SELECT 1 FROM leads WHERE owner_id = ${of.id}`);
    expect(await deleteRows(user.id, table, { key, limit: 2 })).toBe(2);
    expect(await left(user)).toHaveLength(3);
    expect(await deleteRows(user.id, table, { key, limit: 9 })).toBe(3);
    expect(await left(other)).toHaveLength(2);
  });
});

describe("what was deleted", () => {
  test("is counted while it goes on, and ends the failures before", async () => {
    const [mine, theirs] = [await buildDue(user, { attempts: 4 }), await buildDue(other)];
    expect(await addDeleted(mine, 5)).toBe(false);
    await startDeletion(mine);
    await startDeletion(theirs);
    expect(await addDeleted(mine, 5)).toBe(true);
    expect(await addDeleted(mine, 7)).toBe(true);
    expect(await addDeleted({ ...mine, leaseNo: 2 }, 1)).toBe(false);
    expect(await read(mine.id)).toMatchObject({ rows: 12, attempts: 0 });
    expect(await read(theirs.id)).toEqual({ ...UNTOUCHED, started: true });
  });

  test("ends once, with the account itself, under its lease", async () => {
    const [mine, theirs] = [await buildDue(user), await buildDue(other)];
    expect(await completeDeletion(mine, true)).toBe(false);
    await startDeletion(mine);
    await startDeletion(theirs);
    await addDeleted(mine, 5);
    expect(await completeDeletion({ ...mine, leaseNo: 2 }, true)).toBe(false);
    expect(await read(mine.id)).toMatchObject({ completed: false, rows: 5 });
    expect(await completeDeletion(mine, true)).toBe(true);
    expect(await completeDeletion(mine, false)).toBe(false);
    expect(await read(mine.id)).toMatchObject({
      ...{ completed: true, kept: true, rows: 6, leased: false },
    });
    expect(await addDeleted(mine, 1)).toBe(false);
    expect(await read(theirs.id)).toEqual({ ...UNTOUCHED, started: true });
  });

  test("is tried again for as long as it takes", async () => {
    const [mine, theirs] = [
      await buildDue(user, { attempts: 8 }),
      await buildDue(other, { attempts: 8 }),
    ];
    await forgetAttempts({ ...mine, leaseNo: 2 });
    expect(await read(mine.id)).toMatchObject({ attempts: 8 });
    await forgetAttempts(mine);
    expect(await read(mine.id)).toMatchObject({ attempts: 0 });
    expect(await read(theirs.id)).toMatchObject({ attempts: 8 });
  });
});

test("a reminder goes out once, on the day before, to whoever still wants to leave, the earliest first", async () => {
  const [late, cancelled, closed] = [await buildUser(), await buildUser(), await buildUser()];
  const request = (of: TestUser, hours: number) =>
    execute(
      sql`INSERT INTO account_deletions (owner_id, requested_at, due_at)
          VALUES (${of.id}, now() - interval '6 days', now() + make_interval(hours => ${hours}))`,
    );
  await request(user, 23);
  await request(other, 22);
  await request(late, 25);
  await request(cancelled, 23);
  await request(closed, 23);
  await cancelDeletion(cancelled.id);
  await execute(sql`UPDATE accounts SET is_active = false WHERE id = ${closed.id}`);
  expect(await claimReminders(1)).toEqual([other.id]);
  expect(await claimReminders(10)).toEqual([user.id]);
  expect(await claimReminders(10)).toEqual([]);
});
