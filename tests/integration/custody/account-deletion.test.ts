import { beforeAll, describe, expect, test, vi } from "vitest";
import { auth } from "@/lib/contracts/accounts/auth";
import { users } from "@/lib/contracts/accounts/users";
import { admin } from "@/lib/contracts/backoffice/admin";
import { accountDeletion } from "@/lib/contracts/custody/account-deletion";
import {
  ACCOUNTS_TABLES,
  type AccountTable,
  ERASED_TABLES,
  TABLES,
} from "@/lib/domain/custody/tables/tables";
import { hashPassword } from "@/server/accounts/users/password.service";
import { remindOfDeletions } from "@/server/custody/account-deletions/account-deletions.service";
import { accountDeletionWork } from "@/server/custody/account-deletions/deletion-work.service";
import { removeReleasedMedia } from "@/server/messaging/media/media.service";
import { getMediaStore } from "@/server/messaging/media/media-store.service";
import { execute, firstRow, raw, rows, type Sql, sql } from "@/server/platform/db/sql";
import { transaction } from "@/server/platform/db/transaction";
import { workOnRow } from "@/server/platform/jobs/leased-work";
import { buildCampaign } from "@/tests/factories/campaigns";
import { buildLead, buildLeads } from "@/tests/factories/leads";
import { buildSearch, buildSession } from "@/tests/factories/owned-rows";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { fillAccount } from "@/tests/factories/whole-account";
import { callApi, request } from "@/tests/support/api";
import { writeRecord } from "@/tests/support/billing-records";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });
const PASSWORD = "a senha do teste";
const never = new AbortController().signal;
let passwordHash: string;
let boss: TestUser;

beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD, "test");
  boss = await buildUser({ id: 4 });
});

async function buildMember(plan: "free" | "pro" = "free"): Promise<TestUser> {
  const user = await buildUser({ plan });
  await execute(sql`UPDATE users SET password_hash = ${passwordHash} WHERE id = ${user.personId}`);
  return user;
}

const ask = (user: TestUser, body: object = {}) =>
  request<{ code?: string; fields?: Record<string, string>; deletion?: { due_at: string } }>(
    api,
    "POST",
    "/api/account/deletion",
    { current_password: PASSWORD, confirmation: "EXCLUIR", ...body },
    user.headers,
  );

const takeBack = (user: TestUser) => callApi(api, accountDeletion.cancel, {}, user.headers);

const makeDue = (user: TestUser) =>
  execute(
    sql`UPDATE account_deletions SET requested_at = now() - interval '8 days', due_at = now() - interval '1 day'
        WHERE owner_id = ${user.id}`,
  );

const deletionOf = (user: TestUser) =>
  firstRow<{ id: number; started: boolean; completed: boolean; rows: number; kept: boolean }>(
    sql`SELECT id, started_at IS NOT NULL AS started, completed_at IS NOT NULL AS completed, deleted_rows::int AS rows,
               kept_payments AS kept
        FROM account_deletions WHERE owner_id = ${user.id} ORDER BY id DESC`,
  );

/** Works until it has nothing to do, as a worker would. */
async function work(user: TestUser): Promise<void> {
  const { id = 0 } = (await deletionOf(user)) ?? {};
  for (let turns = 0; turns < 50; turns += 1) {
    await execute(sql`UPDATE account_deletions SET resume_at = NULL WHERE id = ${id}`);
    if (!(await workOnRow(accountDeletionWork, id, never))) return;
    await execute(
      sql`UPDATE whatsapp_instances SET log_out_due_at = NULL WHERE owner_id = ${user.id}`,
    );
    await execute(sql`UPDATE billing_orders SET done_at = now() WHERE user_id = ${user.id}`);
  }
  throw new Error("The deletion does not end.");
}

/** Which rows are of an account, or of its people. */
function ownedBy({ owner, ofPeople }: AccountTable, id: number): Sql {
  if (ofPeople) return sql`${raw(owner)} IN (SELECT id FROM users WHERE account_id = ${id})`;
  if (owner !== "instance_id") return sql`${raw(owner)} = ${id}`;
  return sql`instance_id IN (SELECT id FROM whatsapp_instances WHERE owner_id = ${id})`;
}

const isKept = (name: string) => TABLES[name as keyof typeof TABLES].byLaw === true;

/** What each table holds of an account. */
async function snapshot({ id }: TestUser) {
  const all: Record<string, { count: number; content: string | null }> = {};
  for (const table of ACCOUNTS_TABLES) {
    const row = await firstRow<{ count: number; content: string | null }>(
      sql`SELECT count(*)::int AS count, md5(string_agg(t::text, ',' ORDER BY t::text)) AS content
          FROM ${raw(table.name)} t WHERE ${ownedBy(table, id)}`,
    );
    if (row) all[table.name] = row;
  }
  return all;
}

describe("asking for it", () => {
  test("takes the password and the word, and ends the other sessions", async () => {
    const user = await buildMember();
    const other = await buildSession(user);
    expect(await ask(user, { current_password: "outra" })).toMatchObject({
      ...{ status: 400, body: { fields: { current_password: "Senha atual incorreta." } } },
    });
    expect(await ask(user, { confirmation: "excluir" })).toMatchObject({
      ...{ status: 400, body: { fields: { confirmation: "Digite EXCLUIR para confirmar." } } },
    });
    expect(await deletionOf(user)).toBeNull();
    const before = Date.now();
    const { status, body } = await ask(user);
    expect(status).toBe(202);
    const days = (new Date(body.deletion?.due_at ?? 0).getTime() - before) / 86_400_000;
    expect(days).toBeCloseTo(7, 2);
    expect(
      await firstRow(
        sql`SELECT revoked_at IS NOT NULL AS revoked FROM sessions WHERE id = ${other}::uuid`,
      ),
    ).toEqual({ revoked: true });
    expect((await callApi(api, users.me, {}, user.headers)).status).toBe(200);
    expect(await rows(sql`SELECT kind FROM mails WHERE user_id = ${user.personId}`)).toEqual([
      { kind: "deletion_requested" },
    ]);
    expect(await rows(sql`SELECT action FROM account_actions WHERE owner_id = ${user.id}`)).toEqual(
      [{ action: "deletion_requested" }],
    );
  });

  test("takes a code where the account has a second factor", async () => {
    const user = await buildMember();
    await execute(
      sql`INSERT INTO second_factors (user_id, sealed_secret, confirmed_at) VALUES (${user.personId}, 'x', now())`,
    );
    expect(await ask(user)).toMatchObject({
      status: 400,
      body: { fields: { code: "Informe o código." } },
    });
    expect(await ask(user, { code: "123456" })).toMatchObject({
      ...{ status: 400, body: { fields: { code: "Código incorreto." } } },
    });
    expect(await deletionOf(user)).toBeNull();
  });

  test("is refused to the administrator, and asked for once", async () => {
    await execute(sql`UPDATE users SET password_hash = ${passwordHash} WHERE id = 4`);
    expect((await ask(boss)).status).toBe(403);
    const user = await buildMember();
    expect((await Promise.all([ask(user), ask(user)])).map(({ status }) => status).sort()).toEqual([
      202, 409,
    ]);
    expect(await ask(user)).toMatchObject({ status: 409, body: { code: "account_leaving" } });
  });
});

describe("while it waits", () => {
  test("the account reads, signs in, and changes nothing", async () => {
    const user = await buildMember();
    const { id } = await buildLead(user.id);
    await ask(user);
    const change = await request(api, "DELETE", `/api/leads/${id}`, undefined, user.headers);
    expect(change).toMatchObject({ status: 409, body: { code: "account_leaving" } });
    expect(await rows(sql`SELECT 1 FROM leads WHERE id = ${id}`)).toHaveLength(1);
    expect((await request(api, "GET", "/api/leads", undefined, user.headers)).status).toBe(200);
    const login = await callApi(api, auth.login, {
      body: { email: user.email, password: PASSWORD },
    });
    expect(login.status).toBe(200);
  });

  test("campaigns are paused and searches stop; taken back, nothing bursts", async () => {
    const user = await buildMember("pro");
    const running = await buildCampaign(user, { status: "running", recipients: ["pending"] });
    const weekly = await buildCampaign(user, {
      nextRunAt: new Date(Date.now() + 60_000),
      recurrence: "weekly",
    });
    const searchId = await buildSearch(user);
    await execute(
      sql`INSERT INTO scheduled_messages (owner_id, phone_key, chat_id, content, send_at)
          VALUES (${user.id}, '551166660001', 'a@s.whatsapp.net', 'Cedo', now() + interval '1 second'),
                 (${user.id}, '551166660001', 'a@s.whatsapp.net', 'Tarde', now() + interval '30 days')`,
    );
    await ask(user);
    expect(
      await firstRow(
        sql`SELECT r.paused_at IS NOT NULL AS paused, r.wait_cause, s.stop_at IS NOT NULL AS stops
            FROM campaign_runs r, searches s WHERE r.id = ${running.runId} AND s.id = ${searchId}`,
      ),
    ).toEqual({ paused: true, wait_cause: "person", stops: true });
    // The hours of the occurrence and of the first message pass.
    await execute(
      sql`UPDATE campaigns SET next_run_at = now() - interval '1 hour' WHERE id = ${weekly.id}`,
    );
    await execute(
      sql`UPDATE scheduled_messages SET send_at = now() - interval '1 hour' WHERE owner_id = ${user.id} AND content = 'Cedo'`,
    );
    expect(await takeBack(user)).toMatchObject({
      status: 200,
      body: { deletion: null, paused_campaigns: 1, missed_campaigns: 1, missed_messages: 1 },
    });
    expect(
      await rows(sql`SELECT status FROM campaign_runs WHERE campaign_id = ${weekly.id}`),
    ).toEqual([{ status: "missed" }]);
    expect(
      await firstRow(
        sql`SELECT next_run_at > now() AS later FROM campaigns WHERE id = ${weekly.id}`,
      ),
    ).toEqual({ later: true });
    expect(
      await rows(
        sql`SELECT content, state FROM scheduled_messages WHERE owner_id = ${user.id} ORDER BY content`,
      ),
    ).toEqual([
      { content: "Cedo", state: "failed" },
      { content: "Tarde", state: "scheduled" },
    ]);
    expect(
      await firstRow(
        sql`SELECT paused_at IS NOT NULL AS paused FROM campaign_runs WHERE id = ${running.runId}`,
      ),
    ).toEqual({ paused: true });
    expect(
      (await request(api, "POST", "/api/tags", { name: "Volta", colour: "gold" }, user.headers))
        .status,
    ).toBeLessThan(300);
    expect((await takeBack(user)).status).toBe(409);
    // It can be requested again.
    expect((await ask(user)).status).toBe(202);
  });

  test("its owner is told once, on the day before", async () => {
    const [soon, later] = [await buildMember(), await buildMember()];
    for (const user of [soon, later]) await ask(user);
    await execute(
      sql`UPDATE account_deletions SET due_at = now() + interval '23 hours' WHERE owner_id = ${soon.id}`,
    );
    for (let round = 0; round < 2; round += 1) await remindOfDeletions.run();
    expect(
      await rows(
        sql`SELECT user_id FROM mails WHERE kind = 'deletion_tomorrow' AND user_id IN (${soon.personId}, ${later.personId})`,
      ),
    ).toEqual([{ user_id: soon.personId }]);
  });

  test("it is not due before, and not once it was taken back", async () => {
    const user = await buildMember();
    await ask(user);
    const { id = 0 } = (await deletionOf(user)) ?? {};
    await workOnRow(accountDeletionWork, id, never);
    expect(await deletionOf(user)).toMatchObject({ started: false });
    await makeDue(user);
    await takeBack(user);
    await workOnRow(accountDeletionWork, id, never);
    expect(await deletionOf(user)).toMatchObject({ started: false, completed: false });
    expect((await callApi(api, users.me, {}, user.headers)).status).toBe(200);
  });
});

describe("when it is due", () => {
  test("every row of the account goes, with its files, and nothing of another's", async () => {
    const [user, neighbour] = [await buildMember(), await buildMember()];
    for (const each of [user, neighbour]) await fillAccount(each);
    const empty = Object.entries(await snapshot(user)).filter(
      ([name, { count }]) => count === 0 && !isKept(name),
    );
    expect(
      empty.map(([name]) => name),
      "fill new tables in tests/factories/whole-account",
    ).toEqual([]);
    const file = await firstRow<{ storage_key: string }>(
      sql`SELECT storage_key FROM message_media WHERE owner_id = ${user.id}`,
    );
    const key = file?.storage_key ?? "";
    const { Readable } = await import("node:stream");
    await getMediaStore().put(key, {
      content: Readable.from([Buffer.from("abc")]),
      bytes: 3,
      mime: "image/jpeg",
    });
    await ask(user);
    await makeDue(user);
    const before = await snapshot(neighbour);
    await work(user);
    const rest = Object.entries(await snapshot(user)).filter(([, { count }]) => count > 0);
    expect(rest).toEqual([]);
    expect(await snapshot(neighbour)).toEqual(before);
    expect(await rows(sql`SELECT 1 FROM users WHERE id = ${user.personId}`)).toEqual([]);
    expect(await deletionOf(user)).toMatchObject({ completed: true, kept: false });
    expect((await deletionOf(user))?.rows).toBeGreaterThan(ERASED_TABLES.length - 1);
    await removeReleasedMedia.run();
    expect(await getMediaStore().open(key, { start: 0, end: 2 })).toBeNull();
    expect((await callApi(api, users.me, {}, user.headers)).status).toBe(401);
    expect((await takeBack(user)).status).toBe(401);
  });

  test("of an account that paid, payments stay and name nobody; its e-mail is free again", async () => {
    const user = await buildMember("pro");
    const billing = await writeRecord(user, { canCharge: true });
    await execute(
      sql`INSERT INTO billing_invoices (id, billing_id, user_id, plan, status, amount_cents, period_start, period_end, created_at)
          VALUES (${`in_${user.id}`}, ${billing}, ${user.id}, 'monthly', 'paid', 9700, now(), now(), now())`,
    );
    await buildLead(user.id);
    await ask(user);
    await makeDue(user);
    const { id = 0 } = (await deletionOf(user)) ?? {};
    // Its end is ordered first, and awaited.
    expect(await workOnRow(accountDeletionWork, id, never)).toBeDefined();
    expect(
      await rows(sql`SELECT kind, done_at FROM billing_orders WHERE user_id = ${user.id}`),
    ).toEqual([{ kind: "cancel", done_at: null }]);
    expect(await rows(sql`SELECT 1 FROM leads WHERE owner_id = ${user.id}`)).toHaveLength(1);
    await work(user);
    expect(await deletionOf(user)).toMatchObject({ completed: true, kept: true });
    const left = Object.entries(await snapshot(user)).filter(([, { count }]) => count > 0);
    expect(left.map(([name]) => name).filter((name) => !isKept(name))).toEqual([]);
    expect(left.map(([name]) => name)).toEqual(
      expect.arrayContaining(["billings", "billing_invoices"]),
    );
    expect(
      await firstRow(sql`SELECT u.name, u.email, u.whatsapp, u.password_hash, a.is_active, a.erased_at IS NOT NULL AS erased
                         FROM users u JOIN accounts a ON a.id = u.account_id WHERE u.id = ${user.personId}`),
    ).toEqual({
      ...{
        name: "",
        email: `erased-${user.personId}@account.invalid`,
        whatsapp: null,
        password_hash: "",
      },
      ...{ is_active: false, erased: true },
    });
    const again = await callApi(api, auth.register, {
      body: { name: "Ana", email: user.email, whatsapp: "11987654321", password: PASSWORD },
    });
    expect(again.status).toBe(201);
    const people = await request<{ people?: { id: number }[] }>(
      api,
      "GET",
      "/api/admin/users",
      undefined,
      boss.headers,
    );
    expect(people.status).toBe(200);
    expect(JSON.stringify(people.body)).not.toContain("account.invalid");
  });

  test("a phone that is not logged out yet is awaited, for a day", async () => {
    const user = await buildMember();
    await fillAccount(user);
    await ask(user);
    await makeDue(user);
    const { id = 0 } = (await deletionOf(user)) ?? {};
    const again = await workOnRow(accountDeletionWork, id, never);
    const waitsMs = (again?.resumeAt.getTime() ?? 0) - Date.now();
    expect(waitsMs).toBeGreaterThan(20_000);
    expect(waitsMs).toBeLessThanOrEqual(30_000);
    expect(await rows(sql`SELECT 1 FROM messages WHERE owner_id = ${user.id}`)).toHaveLength(1);
    await execute(
      sql`UPDATE account_deletions SET requested_at = now() - interval '20 days', due_at = now() - interval '10 days',
                 started_at = now() - interval '25 hours', resume_at = NULL WHERE id = ${id}`,
    );
    await workOnRow(accountDeletionWork, id, never);
    expect(await deletionOf(user)).toMatchObject({ completed: true });
  });

  test("killed half-way, it goes on; who lost the lease deletes nothing", async () => {
    const user = await buildMember();
    await buildLeads(user.id, 1_200);
    await ask(user);
    await makeDue(user);
    const { id = 0 } = (await deletionOf(user)) ?? {};
    const stop = new AbortController();
    const claim = await transaction(() => accountDeletionWork.leases.claim(id, 20));
    const leased = (leaseNo: number) => ({
      ...{ id, ownerId: user.id, leaseNo, attempts: 0, signal: stop.signal },
      reportProgress: () => undefined,
    });
    // The worker that holds an older number.
    await accountDeletionWork.advance(leased((claim?.lease_no ?? 0) - 1));
    expect(await deletionOf(user)).toMatchObject({ started: false });
    const half = accountDeletionWork.advance(leased(claim?.lease_no ?? 0));
    await execute(sql`SELECT 1`);
    stop.abort();
    await half;
    await accountDeletionWork.leases.release(id, claim?.lease_no ?? 0, {
      resumeAt: null,
      failed: true,
    });
    expect(await deletionOf(user)).toMatchObject({ started: true, completed: false });
    expect((await takeBack(user)).status).toBe(401);
    await work(user);
    expect(await rows(sql`SELECT 1 FROM leads WHERE owner_id = ${user.id}`)).toEqual([]);
    expect(await deletionOf(user)).toMatchObject({ completed: true });
  });

  test("after twenty seconds another account has its turn; a row that failed too often is tried again", async () => {
    const user = await buildMember();
    await buildLeads(user.id, 3);
    await ask(user);
    await makeDue(user);
    const { id = 0 } = (await deletionOf(user)) ?? {};
    await execute(sql`UPDATE account_deletions SET attempts = 8 WHERE id = ${id}`);
    await workOnRow(accountDeletionWork, id, never);
    expect(
      await rows(sql`SELECT attempts, started_at FROM account_deletions WHERE id = ${id}`),
    ).toEqual([{ attempts: 0, started_at: null }]);
    let now = Date.now();
    const clock = vi.spyOn(Date, "now").mockImplementation(() => (now += 30_000));
    expect(await workOnRow(accountDeletionWork, id, never)).toBeDefined();
    clock.mockRestore();
    expect(await deletionOf(user)).toMatchObject({ started: true, completed: false });
    expect(await rows(sql`SELECT 1 FROM leads WHERE owner_id = ${user.id}`)).toHaveLength(3);
    await work(user);
    expect(await deletionOf(user)).toMatchObject({ completed: true });
  });

  test("one whose account the administrator has deactivated meanwhile is carried out", async () => {
    const user = await buildMember();
    await ask(user);
    await callApi(api, admin.deactivateAccount, { body: { user_id: user.id } }, boss.headers);
    await makeDue(user);
    await work(user);
    expect(await rows(sql`SELECT 1 FROM users WHERE id = ${user.personId}`)).toEqual([]);
  });
});
