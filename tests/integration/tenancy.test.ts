import { randomBytes, randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { allEndpoints } from "@/lib/contracts";
import type { Endpoint } from "@/lib/contracts/endpoint";
import { whatsappKey } from "@/lib/domain/phone/phone";
import { execute, firstRow, rows, sql } from "@/server/db/sql";
import { buildLead } from "../factories/leads";
import { buildList } from "../factories/lists";
import { buildUser, type TestUser } from "../factories/users";
import { request } from "../support/api";
import { runApi } from "../support/running";

interface Owned {
  build(owner: TestUser): Promise<number | string>;
  snapshot(id: number | string): Promise<unknown>;
  /** What an endpoint that takes a body is sent. */
  body?: object;
  /** An id that nobody's row has. */
  nowhere?: string;
}

/** The parameter in the path is a row of one owner: `build` makes that row and says how the path names it, `snapshot` is all of it. */
const OWNED: Record<string, Owned> = {
  "/api/sessions/{id}": {
    build: buildSession,
    snapshot: (id) => rows(sql`SELECT * FROM sessions WHERE id = ${id}`),
    nowhere: randomUUID(),
  },
  "/api/billing/{id}": {
    build: buildBilling,
    snapshot: (id) => rows(sql`SELECT * FROM billings WHERE id = ${id}`),
  },
  "/api/billing/user/{userId}": {
    build: async (user) => user.id,
    snapshot: (id) => rows(sql`SELECT * FROM billings WHERE user_id = ${id}`),
  },
  "/api/leads/{id}": {
    build: async (user) => (await buildLead(user.id)).id,
    snapshot: (id) => rows(sql`SELECT * FROM leads WHERE id = ${id}`),
    body: { name: "Outro nome" },
  },
  "/api/leads/{id}/history": {
    build: async (user) => (await buildLead(user.id)).id,
    snapshot: (id) => rows(sql`SELECT * FROM leads WHERE id = ${id}`),
  },
  "/api/leads/phone/{number}": {
    build: async (user) => (await buildLead(user.id)).whatsapp ?? "",
    snapshot: (number) => rows(sql`SELECT * FROM leads WHERE whatsapp = ${number}`),
  },
  "/api/lists/{id}": {
    build: buildListOfOne,
    snapshot: (id) =>
      rows(
        sql`SELECT l.*, m.lead_id FROM lists l LEFT JOIN list_leads m ON m.list_id = l.id WHERE l.id = ${id}`,
      ),
    body: { name: "Outro nome" },
  },
  "/api/lists/{id}/deletion": {
    build: buildListOfOne,
    snapshot: (id) => rows(sql`SELECT * FROM lists WHERE id = ${id}`),
  },
  "/api/whatsapp/contacts/{number}": {
    build: buildContact,
    snapshot: (number) => rows(sql`SELECT * FROM whatsapp_contacts WHERE number = ${number}`),
  },
  "/api/searches/{id}/stop": {
    build: buildSearch,
    snapshot: (id) => rows(sql`SELECT * FROM searches WHERE id = ${id}`),
  },
  "/api/searches/{id}/places": {
    build: buildSearch,
    snapshot: (id) => rows(sql`SELECT * FROM searches WHERE id = ${id}`),
  },
  "/api/imports/{id}": {
    build: (user) => buildImport(user, "completed"),
    snapshot: (id) => rows(sql`SELECT * FROM imports WHERE id = ${id}`),
  },
  "/api/imports/{id}/check": {
    build: (user) => buildImport(user, "uploaded"),
    snapshot: (id) => rows(sql`SELECT * FROM imports WHERE id = ${id}`),
    body: { mapping: ["name"], mode: "skip" },
  },
  "/api/imports/{id}/draft": {
    build: (user) => buildImport(user, "uploaded"),
    snapshot: (id) => rows(sql`SELECT * FROM imports WHERE id = ${id}`),
    body: { mapping: [null], mode: "update" },
  },
  "/api/imports/{id}/start": {
    build: (user) => buildImport(user, "uploaded"),
    snapshot: (id) => rows(sql`SELECT * FROM imports WHERE id = ${id}`),
    body: { mapping: ["name"], mode: "skip" },
  },
  "/api/imports/{id}/stop": {
    build: (user) => buildImport(user, "processing"),
    snapshot: (id) => rows(sql`SELECT * FROM imports WHERE id = ${id}`),
  },
  "/api/prospecting/activities/{id}/stop": {
    build: buildRunningCampaign,
    snapshot: (id) => rows(sql`SELECT * FROM campaign_runs WHERE campaign_id = ${id}`),
  },
};

/** Paths whose parameter is nobody's row. */
const PUBLIC_PARAMETERS = new Set([
  "/api/geo/states/{uf}/municipalities",
  "/api/geo/municipalities/{id}/districts",
]);

const api = runApi();
let owner: TestUser;
let stranger: TestUser;
let admin: TestUser;

beforeAll(async () => {
  [owner, stranger] = await Promise.all([buildUser(), buildUser()]);
  admin = await buildUser({ id: 4 });
});

const guarded = allEndpoints.filter(({ access }) => access !== "public");
const withId = allEndpoints.filter(
  ({ path, access }) => path.includes("{") && !PUBLIC_PARAMETERS.has(path) && access !== "admin",
);
const forTheAdmin = allEndpoints.filter(({ access }) => access === "admin");

describe.each(guarded)("$method $path", (endpoint) => {
  test("is closed to whoever has no session, and to a made-up token", async () => {
    const path = endpoint.path.replace(/\{\w+\}/g, "1");
    const body = endpoint.method === "GET" ? undefined : {};
    expect((await request(api, endpoint.method, path, body)).status).toBe(401);
    const forged = await request(api, endpoint.method, path, body, { token: "a".repeat(43) });
    expect(forged.status).toBe(401);
  });
});

describe.each(withId)("$method $path", (endpoint: Endpoint) => {
  test("answers a stranger, and the administrator, 404 and changes nothing; the owner still gets in", async () => {
    const owned = OWNED[endpoint.path];
    if (!owned) throw new Error(`${endpoint.path} is not in OWNED.`);
    const { build, snapshot, nowhere: stray = "2147483647" } = owned;
    const body = endpoint.body && owned.body;
    const id = await build(owner);
    const path = endpoint.path.replace(/\{\w+\}/, String(id));
    const before = await snapshot(id);
    for (const intruder of [stranger, admin]) {
      const answer = await request(api, endpoint.method, path, body, intruder.headers);
      expect(answer).toMatchObject({ status: 404, body: { code: "not_found" } });
    }
    expect(await snapshot(id)).toEqual(before);
    const nowhere = endpoint.path.replace(/\{\w+\}/, stray);
    expect((await request(api, endpoint.method, nowhere, body, owner.headers)).status).toBe(404);
    const own = await request(api, endpoint.method, path, body, owner.headers);
    expect(own.status).toBeLessThan(300);
  });
});

describe.each(forTheAdmin)("$method $path", (endpoint: Endpoint) => {
  test("is closed to everybody but the administrator, who gets past the door", async () => {
    const path = endpoint.path.replace(/\{\w+\}/, "2147483647");
    const body = endpoint.method === "GET" || endpoint.method === "DELETE" ? undefined : {};
    for (const member of [owner, await buildUser({ plan: "pro" })]) {
      const answer = await request(api, endpoint.method, path, body, member.headers);
      expect(answer).toMatchObject({
        status: 403,
        body: { error: "Acesso restrito. Apenas administradores." },
      });
    }
    const answer = await request(api, endpoint.method, path, body, admin.headers);
    expect([200, 400, 404]).toContain(answer.status);
  });
});

test("lists show the owner's rows alone", async () => {
  await buildLead(owner.id, { name: "Só minha" });
  await buildImport(owner, "completed");
  for (const path of [
    "/api/leads",
    "/api/lists",
    "/api/searches",
    "/api/imports",
    "/api/prospecting/activities",
    "/api/whatsapp/contacts",
  ]) {
    const answer = await request<Record<string, unknown[]>>(
      api,
      "GET",
      path,
      undefined,
      stranger.headers,
    );
    const [items] = Object.values(answer.body);
    expect(items).toEqual([]);
  }
});

async function buildSession(user: TestUser) {
  const row = await firstRow<{ id: string }>(
    sql`INSERT INTO sessions (user_id, kind, token_hash, expires_at)
        VALUES (${user.id}, 'api', ${randomBytes(32)}, now() + interval '1 hour') RETURNING id`,
  );
  return row?.id ?? "";
}

async function buildBilling(user: TestUser) {
  const row = await firstRow<{ id: number }>(
    sql`INSERT INTO billings (user_id, stripe_customer_id, stripe_subscription_id, plan, price, status, start_date, current_period_end)
        VALUES (${user.id}, 'cus_1', 'sub_1', 'monthly', 97, 'active', now(), now() + interval '30 days') RETURNING id`,
  );
  return row?.id ?? 0;
}

async function buildListOfOne(user: TestUser) {
  return buildList(user.id, { leads: [(await buildLead(user.id)).id] });
}

async function buildContact(user: TestUser) {
  const number = "5511966660000";
  await execute(
    sql`INSERT INTO whatsapp_contacts (owner_id, phone_key, number, jid, name)
        VALUES (${user.id}, ${whatsappKey(number)}, ${number}, ${`${number}@s.whatsapp.net`}, 'Maria')`,
  );
  return number;
}

async function buildSearch(user: TestUser) {
  const row = await firstRow<{ id: number }>(
    sql`WITH list AS (INSERT INTO lists (owner_id, name, source) VALUES (${user.id}, 'x', 'google_pages') RETURNING id)
        INSERT INTO searches (owner_id, list_id, kind, query, city, state, start_page, end_page, last_page)
        SELECT ${user.id}, id, 'pages', 'x', 'x', 'SP', 1, 1, 0 FROM list RETURNING id`,
  );
  return row?.id ?? 0;
}

async function buildImport(user: TestUser, status: "uploaded" | "processing" | "completed") {
  const row = await firstRow<{ id: number }>(
    sql`WITH import AS (
          INSERT INTO imports (owner_id, file_name, columns, row_count, mapping, mode, status)
          VALUES (${user.id}, 'x.csv', ARRAY['nome'], 1, '["name"]', 'skip', ${status}) RETURNING id),
        chunk AS (
          INSERT INTO import_chunks (import_id, owner_id, first_row, rows)
          SELECT id, ${user.id}, 0, '[{"line":2,"cells":["Uma"]}]' FROM import)
        SELECT id FROM import`,
  );
  return row?.id ?? 0;
}

async function buildRunningCampaign(user: TestUser) {
  const row = await firstRow<{ campaign_id: number }>(
    sql`WITH campaign AS (
          INSERT INTO campaigns (owner_id, num_leads, messages, list_ids) VALUES (${user.id}, 1, ARRAY['x'], '{}') RETURNING id)
        INSERT INTO campaign_runs (owner_id, campaign_id, scheduled_for, status)
        SELECT ${user.id}, id, now(), 'running' FROM campaign RETURNING campaign_id`,
  );
  return row?.campaign_id ?? 0;
}
