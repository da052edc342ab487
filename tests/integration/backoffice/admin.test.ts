import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { auth } from "@/lib/contracts/accounts/auth";
import { team } from "@/lib/contracts/accounts/team";
import { users } from "@/lib/contracts/accounts/users";
import { admin } from "@/lib/contracts/backoffice/admin";
import { billing } from "@/lib/contracts/billing/billing";
import { billingAdmin } from "@/lib/contracts/billing/billing-admin";
import type { Mail } from "@/sandbox/store/store";
import { until } from "@/sandbox/testing";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { env } from "@/server/platform/env";
import { buildLead } from "@/tests/factories/leads";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi, request } from "@/tests/support/api";
import { runApi, runSandbox, runWorkers } from "@/tests/support/running";

const sandbox = runSandbox({ smtpPort: Number(new URL(env.SMTP_URL ?? "").port) });
const api = runApi();
runWorkers();
let boss: TestUser;

beforeAll(async () => {
  boss = await buildUser({ id: 4 });
});

const post = (path: string, body: object) =>
  request<{ error: string; user_id: number; billing_id: number }>(
    api,
    "POST",
    path,
    body,
    boss.headers,
  );

const trailOf = (userId: number) =>
  rows<{ action: string; actor_id: number }>(
    sql`SELECT action, actor_id FROM audit_entries WHERE target_user_id = ${userId} ORDER BY id`,
  );

describe("accounts", () => {
  const person = { name: "Nova Pessoa", email: "nova@teste.example", whatsapp: "11987654321" };

  test("creates one whose user chooses the password by mail, and audits it", async () => {
    const { status, body } = await post("/api/admin/create_account", person);
    expect(status).toBe(201);
    expect(body.user_id).toBeGreaterThan(4);
    const mail = await until(async () => {
      const mails = await sandbox.control<Mail[]>("GET", "/mails");
      return mails.find(({ to }) => to.includes(person.email));
    }, "the welcome mail");
    expect(mail.subject).toBe("Sua conta no Garimpo está pronta");
    const token = /token=([\w-]+)/.exec(mail.text)?.[1] ?? "";
    const chosen = { token, new_password: "escolhi esta" };
    expect((await callApi(api, auth.confirmReset, { body: chosen })).status).toBe(200);
    const login = { email: person.email, password: chosen.new_password };
    const session = await callApi(api, auth.login, { body: login });
    const { body: me } = await callApi(api, users.me, {}, { token: session.body.token });
    expect(me.user).toMatchObject({ ...person, id: body.user_id });
    expect(await trailOf(body.user_id)).toEqual([{ action: "account.created", actor_id: 4 }]);
    expect(await post("/api/admin/create_account", person)).toMatchObject({
      status: 409,
      body: { error: "E-mail já cadastrado!" },
    });
  });

  test("returns the specified message without a session", async () => {
    for (const path of ["create_account", "deactivate_account"]) {
      expect(await request(api, "POST", `/api/admin/${path}`, {})).toMatchObject({
        status: 401,
        body: { error: "Usuário não autenticado" },
      });
    }
  });

  test("words what is missing", async () => {
    for (const missing of ["name", "email", "whatsapp"]) {
      const answer = await post("/api/admin/create_account", { ...person, [missing]: "" });
      expect(answer).toMatchObject({
        status: 400,
        body: { error: "Preencha todos os campos obrigatórios." },
      });
    }
    for (const wrong of [true, [2], "0x2", 2.5, 0]) {
      expect(await post("/api/admin/deactivate_account", { user_id: wrong })).toMatchObject({
        status: 400,
        body: { fields: { user_id: expect.stringMatching(/^(Informe|O mínimo)/) } },
      });
    }
    for (const nothing of [
      {},
      { user_id: null },
      { email: " " },
      { user_id: "", email: "" },
      { user_id: "", email: null },
    ]) {
      expect(await post("/api/admin/deactivate_account", nothing)).toMatchObject({
        status: 400,
        body: { error: "Informe o user_id ou o e-mail." },
      });
    }
  });

  test("deactivating stops what the account sends, has scheduled and searches", async () => {
    const user = await buildUser();
    await rows(
      sql`WITH campaign AS (
            INSERT INTO campaigns (owner_id, number, name, num_leads, messages, list_ids, next_run_at)
            VALUES (${user.id}, 1, 'Campanha', 1, ARRAY['x'], '{}', now() + interval '1 day') RETURNING id),
          list AS (INSERT INTO lists (owner_id, name, source) VALUES (${user.id}, 'x', 'google_pages') RETURNING id),
          search AS (
            INSERT INTO searches (owner_id, list_id, kind, query, city, state, start_page, end_page, last_page)
            SELECT ${user.id}, id, 'pages', 'x', 'x', 'SP', 1, 1, 0 FROM list)
          INSERT INTO campaign_runs (owner_id, campaign_id, scheduled_for, status)
          SELECT ${user.id}, id, now(), 'running' FROM campaign`,
    );
    await post("/api/admin/deactivate_account", { user_id: user.id });
    const [state] = await rows(
      sql`SELECT (SELECT stop_at IS NOT NULL FROM campaign_runs WHERE owner_id = ${user.id}) AS run_stops,
                 (SELECT next_run_at FROM campaigns WHERE owner_id = ${user.id}) AS next_run_at,
                 (SELECT stop_at IS NOT NULL FROM searches WHERE owner_id = ${user.id}) AS search_stops`,
    );
    expect(state).toEqual({ run_stops: true, next_run_at: null, search_stops: true });
  });

  test("deactivates by id or by e-mail, ending sessions at once; never oneself, never twice", async () => {
    for (const by of ["id", "email"] as const) {
      const user = await buildUser();
      const which =
        by === "id" ? { user_id: user.id } : { user_id: "", email: user.email.toUpperCase() };
      expect((await callApi(api, users.me, {}, user.headers)).status).toBe(200);
      expect((await post("/api/admin/deactivate_account", which)).status).toBe(200);
      expect((await callApi(api, users.me, {}, user.headers)).status).toBe(401);
      expect(await trailOf(user.id)).toEqual([{ action: "account.deactivated", actor_id: 4 }]);
      expect((await post("/api/admin/deactivate_account", which)).status).toBe(409);
    }
    expect((await post("/api/admin/deactivate_account", { user_id: boss.id })).status).toBe(403);
    expect((await callApi(api, users.me, {}, boss.headers)).status).toBe(200);
    const [one, other] = [await buildUser(), await buildUser()];
    const mixed = { user_id: one.id, email: other.email };
    expect((await post("/api/admin/deactivate_account", mixed)).status).toBe(404);
    expect((await post("/api/admin/deactivate_account", { user_id: 2_147_483_647 })).status).toBe(
      404,
    );
  });
});

test("accounts are found by name, e-mail and number, with plan, use and last visit", async () => {
  const person = await buildUser({ plan: "pro" });
  const name = "Zuleica 100% Única_";
  await execute(sql`UPDATE users SET name = ${name} WHERE id = ${person.personId}`);
  await buildLead(person.id);
  const found = (search: string, page = 1) =>
    callApi(api, billingAdmin.people, { query: { search, page, per_page: 10 } }, boss.headers);
  const entry = {
    ...{ id: person.id, name, email: person.email, plan: "pro", is_active: true },
    ...{ last_seen_at: expect.any(String), credits_used_30_days: 0, leads: 1 },
  };
  for (const search of ["zuleica 100%", person.email.toUpperCase(), "única_"]) {
    const { body } = await found(search);
    expect(body.users).toEqual([entry]);
    expect(body.pagination).toMatchObject({ total: 1, total_pages: 1 });
  }
  expect((await found(String(person.id))).body.users).toContainEqual(entry);
  // Wildcards are letters, and a page beyond the last is empty.
  expect((await found("z%a")).body.users).toEqual([]);
  expect((await found("zuleica", 2)).body.users).toEqual([]);
  expect((await found("")).body.users[0]?.id).toBeGreaterThanOrEqual(person.id);
});

describe("the audit trail", () => {
  test("is paginated, newest first, with actor, action and target", async () => {
    const user = await buildUser();
    await post("/api/admin/deactivate_account", { user_id: user.id });
    const { body } = await callApi(api, admin.audit, { query: { per_page: 1 } }, boss.headers);
    expect(body.entries).toMatchObject([
      {
        action: "account.deactivated",
        actor: { id: 4, email: boss.email },
        target: { id: user.id, email: user.email },
      },
    ]);
    expect(body.pagination.total_pages).toBe(body.pagination.total);
  });

  test("cannot be changed, emptied or truncated", async () => {
    const count = () => firstRow(sql`SELECT count(*) FROM audit_entries`);
    const before = await count();
    for (const statement of [
      sql`UPDATE audit_entries SET actor_id = 5`,
      sql`DELETE FROM audit_entries`,
      sql`TRUNCATE audit_entries`,
    ]) {
      await expect(execute(statement)).rejects.toThrow("append-only");
    }
    expect(await count()).toEqual(before);
  });

  test("has no entry for a failed action", async () => {
    const before = await firstRow(sql`SELECT count(*) FROM audit_entries`);
    await post("/api/admin/deactivate_account", { user_id: boss.id });
    await post("/api/billing", { ...record(2_147_483_647) });
    await callApi(api, billing.remove, { params: { id: 2_147_483_647 } }, boss.headers);
    expect(await firstRow(sql`SELECT count(*) FROM audit_entries`)).toEqual(before);
  });
});

const record = (userId: number) => ({
  user_id: userId,
  stripe_customer_id: "cus_1",
  stripe_subscription_id: `sub_${randomUUID()}`,
  plan: "monthly",
  price: "97.50",
  status: "active",
  start_date: "2026-01-31",
  current_period_end: "2026-02-28",
});

describe("billing records", () => {
  test("are written, read by their owner, paged for the administrator, and deleted", async () => {
    const user = await buildUser();
    expect(await callApi(api, billing.read, { query: {} }, user.headers)).toMatchObject({
      status: 404,
      body: { error: "Billing record not found" },
    });
    const written = {
      ...record(user.id),
      ...{ cancel_at_period_end: true, payment_method: "Boleto" },
    };
    const created = await post("/api/billing", written);
    expect(created).toMatchObject({ status: 201, body: { billing_id: expect.any(Number) } });
    const { billing_id } = created.body;
    await post("/api/billing", { ...record(user.id), status: "canceled" });
    const mine = await callApi(api, billing.read, { query: {} }, user.headers);
    expect(mine.body).toEqual({
      ...{ ...written, id: billing_id, price: 97.5, source: "admin" },
      start_date: "2026-01-31T03:00:00.000Z",
      current_period_end: "2026-02-28T03:00:00.000Z",
      created_at: expect.any(String),
    });
    const one = await callApi(api, billing.one, { params: { id: billing_id } }, user.headers);
    expect(one.body.id).toBe(billing_id);
    const all = await callApi(api, billing.ofUser, { params: { userId: user.id } }, user.headers);
    expect(all.body.map(({ status }) => status)).toEqual(["canceled", "active"]);

    const page = await callApi(
      api,
      billing.read,
      { query: { page: 1, per_page: 1 } },
      boss.headers,
    );
    expect(page.body).toMatchObject({ billings: [{ status: "canceled" }], total_pages: 2 });
    expect((await callApi(api, billing.read, { query: { page: 1 } }, user.headers)).status).toBe(
      403,
    );

    const removed = await callApi(
      api,
      billing.remove,
      { params: { id: billing_id } },
      boss.headers,
    );
    expect(removed.status).toBe(200);
    const gone = await callApi(api, billing.remove, { params: { id: billing_id } }, boss.headers);
    expect(gone).toMatchObject({ status: 404, body: { error: "Billing record not found" } });
    expect((await trailOf(user.id)).map(({ action }) => action)).toEqual([
      "billing.created",
      "billing.created",
      "billing.deleted",
    ]);
  });

  test("name what is missing, and refuse what makes no sense", async () => {
    const user = await buildUser();
    expect((await post("/api/billing", {})).body.error).toBe(
      "Preencha os campos obrigatórios: user_id, stripe_customer_id, stripe_subscription_id, plan, price, status, start_date, current_period_end",
    );
    const { price, ...rest } = record(user.id);
    expect((await post("/api/billing", { ...rest, plan: " " })).body.error).toBe(
      "Preencha os campos obrigatórios: plan, price",
    );
    for (const wrong of [
      { price: "-1" },
      { price: "1,50" },
      { price: "1.005" },
      { start_date: "2026-02-30" },
      { current_period_end: "2025-12-31" },
      { status: "Succeeded" },
      { user_id: "abc" },
      { user_id: 2_147_483_647 },
    ]) {
      const answer = await post("/api/billing", { ...record(user.id), ...wrong });
      expect(answer.status, JSON.stringify(wrong)).toBe(400);
    }
  });
});

describe("what was settled by hand", () => {
  const settled = {
    plan: "annual",
    price: 900,
    status: "active",
    start_date: "2026-01-31",
    current_period_end: "2099-01-31",
  } as const;

  test("is written without the provider's ids, changed, and gives what it says", async () => {
    const user = await buildUser();
    const params = { userId: user.id };
    const created = await callApi(
      api,
      billingAdmin.createRecord,
      { params, body: settled },
      boss.headers,
    );
    expect(created).toMatchObject({ status: 201, body: { billing_id: expect.any(Number) } });
    const id = created.body.billing_id;
    const read = () => callApi(api, billingAdmin.person, { params }, boss.headers);
    expect((await read()).body).toMatchObject({
      plan: "pro",
      billings: [
        { id, source: "admin", stripe_customer_id: null, stripe_subscription_id: null, price: 900 },
      ],
    });
    // Its owner reads it by the specification's call too.
    expect((await callApi(api, billing.read, { query: {} }, user.headers)).body).toMatchObject({
      id,
      stripe_subscription_id: null,
    });

    const change = (body: object) =>
      request(api, "PUT", `/api/admin/billings/${id}`, { ...settled, ...body }, boss.headers);
    expect(await change({ status: "canceled", price: "10,5" })).toMatchObject({ status: 400 });
    expect(await change({ current_period_end: "2025-01-31" })).toMatchObject({ status: 400 });
    expect(await change({ user_id: boss.id })).toMatchObject({ status: 400 });
    expect(await change({ status: "canceled", price: 500 })).toMatchObject({ status: 200 });
    expect((await read()).body).toMatchObject({
      plan: "free",
      billings: [{ id, price: 500, status: "canceled" }],
    });
    expect((await trailOf(user.id)).map(({ action }) => action)).toEqual([
      "billing.created",
      "billing.updated",
    ]);
  });

  const write = (userId: number, body: object) =>
    request<{ error: string; billing_id: number; fields: object }>(
      api,
      "POST",
      `/api/admin/users/${userId}/billings`,
      { ...settled, ...body },
      boss.headers,
    );
  const change = (id: number, body: object) =>
    request<{ error: string; fields: object }>(
      api,
      "PUT",
      `/api/admin/billings/${id}`,
      { ...settled, ...body },
      boss.headers,
    );
  const buildIds = () => ({
    stripe_customer_id: "cus_typed",
    stripe_subscription_id: `sub_${randomUUID()}`,
  });
  const idsOf = (id: number) =>
    firstRow(sql`SELECT stripe_customer_id, stripe_subscription_id FROM billings WHERE id = ${id}`);

  test("may name a subscription, which a change keeps, replaces or takes away", async () => {
    const user = await buildUser();
    const ids = buildIds();
    const created = await write(user.id, ids);
    expect(created.status).toBe(201);
    const { billing_id: id } = created.body;
    expect(await idsOf(id)).toEqual(ids);
    expect((await change(id, {})).status).toBe(200);
    expect(await idsOf(id)).toEqual(ids);
    const others = buildIds();
    expect((await change(id, others)).status).toBe(200);
    expect(await idsOf(id)).toEqual(others);
    const none = { stripe_customer_id: null, stripe_subscription_id: null };
    expect((await change(id, none)).status).toBe(200);
    expect(await idsOf(id)).toEqual(none);
  });

  test.each(["stripe_customer_id", "stripe_subscription_id"] as const)(
    "names both ids or none: without %s",
    async (name) => {
      const user = await buildUser();
      for (const missing of ["", null, undefined]) {
        expect(await write(user.id, { ...buildIds(), [name]: missing })).toMatchObject({
          status: 400,
          body: {
            error: `Preencha os campos obrigatórios: ${name}`,
            fields: { [name]: "Campo obrigatório." },
          },
        });
      }
      expect(await firstRow(sql`SELECT 1 FROM billings WHERE user_id = ${user.id}`)).toBeNull();
    },
  );

  test("names no subscription that another record has, whosever it is and however it is written", async () => {
    const [user, other] = [await buildUser(), await buildUser()];
    const ids = buildIds();
    const { billing_id: id } = (await write(user.id, ids)).body;
    const sentence = `Esta assinatura já está no registro de cobrança ${id}.`;
    const taken = {
      status: 409,
      body: { error: sentence, fields: { stripe_subscription_id: sentence } },
    };
    const { billing_id: unnamed } = (await write(other.id, {})).body;
    for (const source of ["admin", "stripe"]) {
      await execute(sql`UPDATE billings SET source = ${source} WHERE id = ${id}`);
      for (const { id: owner } of [user, other]) {
        expect(await write(owner, ids)).toMatchObject(taken);
        expect(await post("/api/billing", { ...record(owner), ...ids })).toMatchObject(taken);
      }
      expect(await change(unnamed, ids)).toMatchObject(taken);
    }
    expect(
      await firstRow(
        sql`SELECT count(*)::int AS count FROM billings WHERE user_id IN (${user.id}, ${other.id})`,
      ),
    ).toEqual({ count: 2 });
    // What is no id of Stripe's names nothing there.
    const noted = { stripe_customer_id: "acordo", stripe_subscription_id: "acordo" };
    for (const { id: owner } of [user, other]) {
      expect((await write(owner, noted)).status).toBe(201);
    }
  });

  test("is one record of a subscription, however many ask at once", async () => {
    const users = await Promise.all(Array.from({ length: 5 }, () => buildUser()));
    const ids = buildIds();
    const answers = await Promise.all(users.map(({ id }) => write(id, ids)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });

  test("names what is missing, and is of an account that there is", async () => {
    const user = await buildUser();
    const write = (userId: number, body: object) =>
      request(api, "POST", `/api/admin/users/${userId}/billings`, body, boss.headers);
    expect(await write(user.id, {})).toMatchObject({
      status: 400,
      body: {
        error:
          "Preencha os campos obrigatórios: plan, price, status, start_date, current_period_end",
      },
    });
    expect((await write(2_147_483_647, settled)).status).toBe(404);
  });

  test("is never a record that the provider keeps", async () => {
    const user = await buildUser();
    const row = await firstRow<{ id: number }>(
      sql`INSERT INTO billings (user_id, stripe_customer_id, stripe_subscription_id, plan, price_cents, status,
                                start_date, current_period_end, source)
          VALUES (${user.id}, 'cus_kept', 'sub_kept', 'annual', 1, 'active', now(), now(), 'stripe') RETURNING id`,
    );
    const id = row?.id ?? 0;
    const answer = await request(
      api,
      "PUT",
      `/api/admin/billings/${id}`,
      { ...settled, price: 2 },
      boss.headers,
    );
    expect(answer.status).toBe(404);
    expect(await firstRow(sql`SELECT price_cents FROM billings WHERE id = ${id}`)).toEqual({
      price_cents: 1,
    });
    await expect(
      execute(sql`UPDATE billings SET stripe_subscription_id = NULL WHERE id = ${id}`),
    ).rejects.toThrow();
  });
});

describe("sessions of an account", () => {
  test("are listed and ended for it, all but the administrator's own", async () => {
    const user = await buildUser();
    const list = (userId: number) =>
      callApi(api, billingAdmin.sessions, { params: { userId } }, boss.headers);
    const end = (userId: number) =>
      callApi(api, billingAdmin.endSessions, { params: { userId } }, boss.headers);
    expect((await list(user.id)).body.sessions).toMatchObject([{ current: false }]);
    expect((await end(user.id)).status).toBe(200);
    expect((await list(user.id)).body.sessions).toEqual([]);
    expect((await callApi(api, users.me, {}, user.headers)).status).toBe(401);
    expect(await trailOf(user.id)).toEqual([{ action: "account.sessions_ended", actor_id: 4 }]);

    expect((await end(boss.id)).status).toBe(200);
    expect((await list(boss.id)).body.sessions).toMatchObject([{ current: true }]);
    for (const answer of [await list(2_147_483_647), await end(2_147_483_647)]) {
      expect(answer.status).toBe(404);
    }
  });
});

describe("seats of an account", () => {
  test("are the plan's until the administrator sets them, which is audited", async () => {
    const user = await buildUser();
    const set = (seats: number | null, userId: number = user.id, headers = boss.headers) =>
      callApi(api, admin.setSeats, { params: { userId }, body: { seats } }, headers);
    const read = async () =>
      (await callApi(api, billingAdmin.person, { params: { userId: user.id } }, boss.headers)).body
        .seats;
    expect(await read()).toEqual({ used: 1, total: 1, own: null });
    expect((await set(12)).status).toBe(200);
    expect(await read()).toEqual({ used: 1, total: 12, own: 12 });
    expect((await callApi(api, team.list, {}, user.headers)).body.seats).toEqual({
      used: 1,
      total: 12,
    });
    expect((await set(null)).status).toBe(200);
    expect(await read()).toEqual({ used: 1, total: 1, own: null });
    expect(
      await rows(
        sql`SELECT action, details FROM audit_entries WHERE target_user_id = ${user.id} ORDER BY id`,
      ),
    ).toEqual([
      { action: "account.seats_set", details: { seats: 12 } },
      { action: "account.seats_set", details: { seats: "plan" } },
    ]);

    for (const wrong of [0, 1001, 1.5]) {
      expect(await set(wrong)).toMatchObject({
        status: 400,
        body: { fields: { seats: "Informe de 1 a 1.000 lugares." } },
      });
    }
    expect((await set(2, 2_147_483_647)).status).toBe(404);
    expect((await set(2, user.id, user.headers)).status).toBe(403);
  });
});

test("the queues say how much they hold", async () => {
  const { status, body } = await callApi(api, admin.queues, {}, boss.headers);
  expect(status).toBe(200);
  expect(body.queues.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["campaigns", "mails", "registry"]),
  );
  for (const { waiting, active } of body.queues) {
    expect([waiting, active]).toEqual([expect.any(Number), expect.any(Number)]);
  }
});
