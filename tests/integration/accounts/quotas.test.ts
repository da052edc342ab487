import { beforeEach, describe, expect, test } from "vitest";
import { searches } from "@/lib/contracts/discovery/searches";
import { imports } from "@/lib/contracts/leads/imports";
import { lists } from "@/lib/contracts/leads/lists";
import { optOuts } from "@/lib/contracts/messaging/opt-outs";
import { describeQuota, getQuota, type Quota } from "@/lib/domain/plans/quotas";
import { searchWork } from "@/server/discovery/searches/search-execution.service";
import { importWork } from "@/server/leads/imports/import-execution.service";
import { findLeadRoom } from "@/server/leads/leads/lead-quota.service";
import { findMediaRefusal } from "@/server/messaging/media/media-quota.service";
import { execute, firstRow, sql } from "@/server/platform/db/sql";
import { workOnRow } from "@/server/platform/jobs/leased-work";
import { buildConversation, buildImport } from "@/tests/factories/owned-rows";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi, request } from "@/tests/support/api";
import { runApi, runSandbox } from "@/tests/support/running";
import { fill } from "@/tests/support/without-limit";

runSandbox();
const api = runApi({ withoutLimits: true });
let user: TestUser;
beforeEach(async () => {
  user = await buildUser();
});

const MOST = getQuota("free", "leads");
const REFUSED = (quota: Quota) => ({
  status: 409,
  body: { code: "quota_reached", error: describeQuota("free", quota) },
});

const buildMany = (count: number) =>
  fill(
    sql`INSERT INTO leads (owner_id, name, source)
        SELECT ${user.id}, 'Empresa ' || n, 'manual' FROM generate_series(1, ${count}::int) n`,
  );
const countLeads = async () =>
  (
    await firstRow<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM leads WHERE owner_id = ${user.id}`,
    )
  )?.count;
const createLead = (nth: number) =>
  request(
    api,
    "POST",
    "/api/leads",
    { name: `Nova ${nth}`, whatsapp: `119876512${10 + nth}` },
    user.headers,
  );

describe("leads", () => {
  test("of twenty requests at once for the last place one gets it, and the others the sentence", async () => {
    await buildMany(MOST - 1);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, nth) => createLead(nth)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const answer of answers) {
      if (answer.status !== 201) expect(answer).toMatchObject(REFUSED("leads"));
    }
    expect(await countLeads()).toBe(MOST);
  });

  test("above the quota are read, changed and deleted, and below it there is room again", async () => {
    await buildMany(MOST + 5);
    const listed = await request<{ leads: { id: number }[] }>(
      api,
      "GET",
      "/api/leads?page=1&per_page=10",
      undefined,
      user.headers,
    );
    expect(listed.status).toBe(200);
    const id = listed.body.leads[0]?.id;
    const changed = await request(api, "PUT", `/api/leads/${id}`, { name: "Outra" }, user.headers);
    expect(changed.status).toBe(200);
    expect(await createLead(1)).toMatchObject(REFUSED("leads"));
    await execute(
      sql`DELETE FROM leads WHERE id IN (SELECT id FROM leads WHERE owner_id = ${user.id} LIMIT 6)`,
    );
    expect((await createLead(1)).status).toBe(201);
  });

  test("a PRO account has more room, and what it made stays when it is free again", async () => {
    await execute(sql`UPDATE accounts SET plan = 'pro' WHERE id = ${user.id}`);
    await buildMany(MOST);
    expect((await createLead(1)).status).toBe(201);
    await execute(sql`UPDATE accounts SET plan = 'free' WHERE id = ${user.id}`);
    expect(await createLead(2)).toMatchObject(REFUSED("leads"));
    expect(await findLeadRoom(user.id)).toEqual({ plan: "free", room: 0 });
  });

  test("contacts made a list, and deleted leads that come back, count too", async () => {
    await buildMany(MOST);
    const contacts = [{ whatsapp_number: "11987650001" }];
    const body = { name: "Agenda", contacts };
    expect(await callApi(api, lists.create, { body }, user.headers)).toMatchObject(
      REFUSED("leads"),
    );
    expect(await countLeads()).toBe(MOST);
    const { body: listed } = await request<{ leads: { id: number }[] }>(
      ...([api, "GET", "/api/leads?page=1&per_page=10", undefined, user.headers] as const),
    );
    await request(api, "DELETE", `/api/leads/${listed.leads[0]?.id}`, undefined, user.headers);
    expect((await createLead(7)).status).toBe(201);
    const deletion = await firstRow<{ id: number }>(
      sql`SELECT id FROM lead_deletions WHERE owner_id = ${user.id}`,
    );
    const restore = () =>
      request(api, "POST", `/api/leads/deletions/${deletion?.id}/restore`, {}, user.headers);
    expect(await restore()).toMatchObject(REFUSED("leads"));
    await execute(sql`DELETE FROM leads WHERE owner_id = ${user.id} AND name = 'Nova 7'`);
    expect((await restore()).status).toBe(200);
  });

  test("an import stops with a note, keeps what entered, and goes on from there once there is room", async () => {
    await buildMany(MOST - 1_000);
    const rows = (from: number, count: number) =>
      JSON.stringify(
        Array.from({ length: count }, (_, n) => ({
          line: from + n + 2,
          cells: [`Da lista ${from + n}`],
        })),
      );
    const id = await buildImport(user, "processing");
    await execute(sql`UPDATE imports SET row_count = 3000 WHERE id = ${id}`);
    await execute(sql`DELETE FROM import_chunks WHERE import_id = ${id}`);
    for (const first of [0, 1_000, 2_000]) {
      await execute(
        sql`INSERT INTO import_chunks (import_id, owner_id, first_row, rows)
            VALUES (${id}, ${user.id}, ${first}, ${rows(first, 1_000)})`,
      );
    }
    await workOnRow(importWork, id, new AbortController().signal);
    const ended = await callApi(api, imports.get, { params: { id } }, user.headers);
    expect(ended.body.import).toMatchObject({ status: "stopped", created: 1_000 });
    expect(ended.body.import.note).toContain("o que já entrou continua salvo");
    expect(ended.body.import.note).toContain(describeQuota("free", "leads"));
    expect(ended.body.import.resumable).toBe(true);
    expect(await countLeads()).toBe(MOST);

    await execute(
      sql`DELETE FROM leads WHERE id IN (
            SELECT id FROM leads WHERE owner_id = ${user.id} AND name LIKE 'Empresa %' LIMIT 2000)`,
    );
    const resume = () => callApi(api, imports.resume, { params: { id } }, user.headers);
    const answers = await Promise.all([resume(), resume()]);
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    await workOnRow(importWork, id, new AbortController().signal);
    const whole = await callApi(api, imports.get, { params: { id } }, user.headers);
    expect(whole.body.import).toMatchObject({
      ...{ status: "completed", created: 3_000, note: null, resumable: false },
    });
    // None of these rows has a number or a CNPJ to be recognised by.
    const made = await firstRow<{ all: number; names: number }>(
      sql`SELECT count(*)::int AS all, count(DISTINCT name)::int AS names FROM leads
          WHERE owner_id = ${user.id} AND name LIKE 'Da lista %'`,
    );
    expect(made).toEqual({ all: 3_000, names: 3_000 });
    expect(await resume()).toMatchObject({ status: 409, body: { code: "conflict" } });
  });
});

test("a search ends with a note when there is no room for leads, and charges only those it made", async () => {
  await buildMany(MOST - 2);
  const body = { query: "padaria", state: "SP", city: "Campinas", startPage: 1, endPage: 2 };
  const started = await callApi(api, searches.startPages, { body }, user.headers);
  const listId = started.body.list_id;
  const search = await firstRow<{ id: number }>(
    sql`SELECT id FROM searches WHERE owner_id = ${user.id}`,
  );
  await workOnRow(searchWork, search?.id ?? 0, new AbortController().signal);
  expect(await countLeads()).toBe(MOST);
  const { list } = (await callApi(api, lists.get, { params: { id: listId } }, user.headers)).body;
  expect(list).toMatchObject({ status: "completed", total_leads: 2 });
  expect(list.note).toMatch(/^\d+ resultados? fic(ou|aram) de fora\. /);
  expect(list.note).toContain(describeQuota("free", "leads"));
  expect(
    await firstRow(
      sql`SELECT (SELECT coalesce(sum(amount), 0)::int FROM credit_entries WHERE owner_id = ${user.id}) AS spent,
                 (SELECT count(*)::int FROM credit_reservations WHERE search_id = ${search?.id ?? 0} AND released_at IS NULL) AS reserved`,
    ),
  ).toEqual({ spent: 2, reserved: 0 });
});

describe("other quotas", () => {
  test("lists: twenty at once for the last place; a search starts with none", async () => {
    await execute(
      sql`INSERT INTO lists (owner_id, name, source) SELECT ${user.id}, 'Lista ' || n, 'manual'
          FROM generate_series(1, ${getQuota("free", "lists") - 1}::int) n`,
    );
    const create = (nth: number) =>
      callApi(
        api,
        lists.create,
        { body: { name: `L${nth}`, contacts: [{ whatsapp_number: `119876500${10 + nth}` }] } },
        user.headers,
      );
    const answers = await Promise.all(Array.from({ length: 20 }, (_, nth) => create(nth)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const body = { query: "padaria", state: "SP", city: "Campinas", startPage: 1, endPage: 1 };
    const search = await callApi(api, searches.startPages, { body }, user.headers);
    expect(search).toMatchObject(REFUSED("lists"));
    expect(
      await firstRow(
        sql`SELECT (SELECT count(*)::int FROM lists WHERE owner_id = ${user.id}) AS lists,
                   (SELECT count(*)::int FROM searches WHERE owner_id = ${user.id}) AS searches,
                   (SELECT count(*)::int FROM credit_reservations r JOIN searches s ON s.id = r.search_id
                    WHERE s.owner_id = ${user.id}) AS reserved`,
      ),
    ).toEqual({ lists: getQuota("free", "lists"), searches: 0, reserved: 0 });
  });

  test("imports under way", async () => {
    const ids = [];
    for (let nth = 0; nth < 6; nth += 1) ids.push(await buildImport(user, "uploaded"));
    const start = (id: number) =>
      callApi(
        api,
        imports.start,
        { params: { id }, body: { mapping: ["name"], mode: "skip" } },
        user.headers,
      );
    const answers = await Promise.all(ids.map(start));
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(getQuota("free", "imports"));
    for (const answer of answers) {
      if (answer.status >= 300) expect(answer).toMatchObject(REFUSED("imports"));
    }
  });

  test("blocked numbers: a person's, never a contact's own", async () => {
    const present = getQuota("free", "blocked_numbers") - 1;
    await fill(
      sql`INSERT INTO opt_outs (owner_id, phone_key, source) SELECT ${user.id}, '5511' || (20000000 + n), 'import'
          FROM generate_series(1, ${present}::int) n`,
    );
    const add = (number: string) => callApi(api, optOuts.add, { body: { number } }, user.headers);
    expect(await add("11987650000")).toMatchObject({ status: 201 });
    expect(await add("11987650001")).toMatchObject(REFUSED("blocked_numbers"));
    const { recordOptOut } = await import("@/server/messaging/opt-outs/opt-outs.service");
    const { transaction } = await import("@/server/platform/db/transaction");
    const reply = {
      ...{ phoneKey: "551187650002", number: "5511987650002", words: "SAIR" },
      ...{ messageId: "M", saidAt: new Date() },
    };
    expect(await transaction(() => recordOptOut(user.id, reply))).toBe(true);
  });

  test("bytes of files", async () => {
    await buildConversation(user);
    expect(await findMediaRefusal(user.id, 1)).toBeNull();
    await execute(
      sql`INSERT INTO message_media (owner_id, message_id, state, bytes, storage_key, stored_at)
          SELECT owner_id, id, 'stored', 2000000000, 'x', now() FROM messages WHERE owner_id = ${user.id}`,
    );
    const left = getQuota("free", "media_bytes") - 2_000_000_000;
    expect(await findMediaRefusal(user.id, left)).toBeNull();
    expect(await findMediaRefusal(user.id, left + 1)).toBe(describeQuota("free", "media_bytes"));
  });
});
