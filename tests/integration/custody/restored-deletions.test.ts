import { afterEach, expect, test } from "vitest";
import { accountDeletion } from "@/lib/contracts/custody/account-deletion";
import { accountDeletionWork } from "@/server/custody/account-deletions/deletion-work.service";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { workOnRow } from "@/server/platform/jobs/leased-work";
import { buildLead } from "@/tests/factories/leads";
import { buildUser, signIn, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runRestorable } from "@/tests/support/restored";
import { runApi } from "@/tests/support/running";

const api = runApi();
const never = new AbortController().signal;

const restored = runRestorable(api);
afterEach(async () => {
  await execute(sql`DELETE FROM account_deletions`);
});

/** An account whose deletion was requested eight days ago. */
async function buildLeaver(): Promise<TestUser & { deletionId: number }> {
  const user = await buildUser();
  await buildLead(user.id);
  const deletion = await firstRow<{ id: number }>(
    sql`INSERT INTO account_deletions (owner_id, requested_at, due_at, reminded_at)
        VALUES (${user.id}, now() - interval '8 days', now() - interval '1 day', now() - interval '2 days') RETURNING id`,
  );
  await execute(
    sql`UPDATE accounts SET deletion_at = now() - interval '1 day' WHERE id = ${user.id}`,
  );
  return { ...user, deletionId: deletion?.id ?? 0 };
}

async function confirmRestored(): Promise<number> {
  await restored.move();
  return restored.confirm();
}

async function work(id: number): Promise<void> {
  for (let turns = 0; turns < 10; turns += 1) {
    if (!(await workOnRow(accountDeletionWork, id, never))) return;
    await execute(sql`UPDATE account_deletions SET resume_at = NULL WHERE id = ${id}`);
  }
  throw new Error("The deletion does not end.");
}

const exists = async ({ id }: TestUser) =>
  (await rows(sql`SELECT 1 FROM accounts WHERE id = ${id}`)).length === 1;

test("an open deletion, which may have been taken back since, waits anew, and its owner is told and takes it back", async () => {
  const leaver = await buildLeaver();
  const begun = await buildLeaver();
  await execute(
    sql`UPDATE account_deletions SET started_at = now() - interval '1 hour' WHERE id = ${begun.deletionId}`,
  );
  expect(await confirmRestored()).toBe(200);
  await work(leaver.deletionId);
  expect(
    await firstRow(
      sql`SELECT started_at, reminded_at, a.deletion_at = d.due_at AS mirrored,
                 extract(epoch FROM d.due_at - now()) / 86400 BETWEEN 6.99 AND 7 AS in_a_week
          FROM account_deletions d JOIN accounts a ON a.id = d.owner_id WHERE d.id = ${leaver.deletionId}`,
    ),
  ).toEqual({ started_at: null, reminded_at: null, mirrored: true, in_a_week: true });
  expect(
    await rows(
      sql`SELECT kind FROM mails WHERE user_id = ${leaver.personId} AND failed_at IS NULL`,
    ),
  ).toEqual([{ kind: "deletion_requested" }]);
  const { headers } = await signIn(leaver.personId);
  expect((await callApi(api, accountDeletion.cancel, {}, headers)).status).toBe(200);
  expect(await rows(sql`SELECT 1 FROM leads WHERE owner_id = ${leaver.id}`)).toHaveLength(1);
  // What had begun could not be taken back.
  await work(begun.deletionId);
  expect(await exists(begun)).toBe(false);
});

test("an account that was deleted after the backup is deleted again, whether the backup knows of its wish or not", async () => {
  const [known, unknown] = [await buildLeaver(), await buildLeaver()];
  const backup = await rows<{ row: object }>(
    sql`SELECT to_jsonb(u) AS row FROM users u WHERE account_id IN (${known.id}, ${unknown.id}) ORDER BY id`,
  );
  const files = await firstRow<{ count: number }>(sql`SELECT files AS count FROM erasure_key`);
  for (const each of [known, unknown]) {
    await work(each.deletionId);
    expect(await exists(each)).toBe(false);
  }
  const putBack = async (rowsOf: typeof backup) => {
    for (const { row } of rowsOf) {
      await execute(
        sql`INSERT INTO users SELECT (jsonb_populate_record(NULL::users, ${JSON.stringify(row)}::jsonb)).*`,
      );
    }
    await execute(sql`UPDATE erasure_key SET files = ${files?.count ?? 0}`);
  };
  await putBack(backup);
  await execute(sql`DELETE FROM account_deletions WHERE id = ${unknown.deletionId}`);
  await execute(
    sql`UPDATE account_deletions SET started_at = NULL, completed_at = NULL WHERE id = ${known.deletionId}`,
  );
  expect(await confirmRestored()).toBe(200);
  // Nothing is sent for them from then on, nor to them.
  expect(
    await rows(
      sql`SELECT id FROM accounts WHERE id IN (${known.id}, ${unknown.id}) AND deletion_at <= now()`,
    ),
  ).toHaveLength(2);
  expect(
    await rows(sql`SELECT 1 FROM mails WHERE user_id IN (${known.personId}, ${unknown.personId})`),
  ).toEqual([]);
  const due = await rows<{ id: number }>(
    sql`SELECT id FROM account_deletions WHERE completed_at IS NULL AND due_at <= now() ORDER BY owner_id`,
  );
  expect(due).toHaveLength(2);
  for (const { id } of due) await work(id);
  expect([await exists(known), await exists(unknown)]).toEqual([false, false]);

  // Somebody else who was given the id of a deleted account stays.
  const stranger = { ...backup[0]?.row, created_at: "2020-01-01T00:00:00Z", deletion_at: null };
  await putBack([{ row: stranger }]);
  expect(await confirmRestored()).toBe(200);
  expect(await rows(sql`SELECT 1 FROM account_deletions WHERE completed_at IS NULL`)).toEqual([]);
  expect(await exists(known)).toBe(true);
});
