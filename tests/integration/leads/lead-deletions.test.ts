import { beforeAll, describe, expect, test } from "vitest";
import { leadBulk } from "@/lib/contracts/leads/lead-bulk";
import { leads } from "@/lib/contracts/leads/leads";
import { lists } from "@/lib/contracts/leads/lists";
import { trimTable } from "@/server/custody/trimming/trimming.service";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { buildLead } from "@/tests/factories/leads";
import { buildList } from "@/tests/factories/lists";
import { buildSearch } from "@/tests/factories/owned-rows";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

const api = runApi();
let user: TestUser;
let stranger: TestUser;
beforeAll(async () => {
  [user, stranger] = [await buildUser(), await buildUser()];
});

const as = (who: TestUser) => who.headers;
const latest = async (who: TestUser) =>
  (await callApi(api, leads.deletions, {}, as(who))).body.deletions[0];
const restore = (who: TestUser, id: number) =>
  callApi(api, leads.restore, { params: { id } }, as(who));
const stored = (ids: number[]) =>
  // The company's situation is the registry's: a trigger sets it, and ignores the lead's value.
  rows(
    sql`SELECT to_jsonb(l) - 'company_status' AS lead FROM leads l WHERE id = ANY(${ids}::int[]) ORDER BY id`,
  );
const history = (ids: number[]) =>
  rows(sql`SELECT * FROM lead_events WHERE lead_id = ANY(${ids}::int[]) ORDER BY id`);
const memberships = (ids: number[]) =>
  rows(
    sql`SELECT list_id, lead_id FROM list_leads WHERE lead_id = ANY(${ids}::int[]) ORDER BY list_id, lead_id`,
  );

/** Three leads with everything that a lead can have. */
async function buildLeads(): Promise<number[]> {
  const ids: number[] = [];
  for (let at = 0; at < 3; at += 1) {
    const { id } = await buildLead(user.id, { city: "Santos" });
    ids.push(id);
  }
  await execute(
    sql`UPDATE leads SET status = 'answered', status_by = 'reply', contacted_at = now() - interval '2 days',
          edited_at = now() - interval '1 day',
          evidence = '{"name": {"url": "https://empresa.example", "method": "title", "confidence": 0.9}}',
          website = 'https://empresa.example', site_host = 'empresa.example', site_check = 'slow',
          phone = '551133334444', email = 'oi@empresa.example', address = 'Rua A, 1', state = 'SP', cnpj = lpad(id::text, 14, '0'),
          cnae = '4721', proprietario = 'Ana', contact_name = 'Caio', contact_role = 'Compras', obs = 'Nota', ai_obs = 'Padaria', search_remark = 'Talvez em Campinas',
          value_cents = 100, seller_id = ${user.personId}, expected_close = '2026-12-31', loss_reason_id = (SELECT min(id) FROM loss_reasons WHERE owner_id = ${user.id}),
          created_at = now() - interval '9 days', updated_at = now() - interval '1 day'
        WHERE id = ANY(${ids}::int[])`,
  );
  return ids;
}

const BROUGHT_BACK = [
  ...["list_leads", "lead_events", "tasks", "lead_tags", "lead_values", "notes", "lead_contacts"],
  ...["search_results", "distinct_leads", "company_denials", "site_checks"],
];
/** Tables that name a lead, and that its deletion leaves as they are. */
const LEFT_ALONE: Record<string, string> = {
  campaign_recipients: "what was sent, which names the lead for ever",
  credit_entries: "a ledger: what was paid for stays so",
  deleted_leads: "the deletion itself",
  merged_leads: "the merges that it was part of, whose row names the lead that stays",
};

describe("an undone deletion", () => {
  test("brings each lead back as it was, with its history and its lists", async () => {
    const ids = await buildLeads();
    const [list, gone] = [await buildList(user.id), await buildList(user.id)];
    await execute(
      sql`INSERT INTO list_leads (list_id, lead_id, owner_id)
          SELECT list, lead, ${user.id}::int FROM unnest(ARRAY[${list}::int, ${gone}::int]) AS list, unnest(${ids}::int[]) AS lead`,
    );
    const before = { rows: await stored(ids), history: await history(ids) };
    expect(before.history.length).toBeGreaterThan(0);
    // Each column has a value that would be missed.
    expect(Object.values((before.rows[0] as { lead: object }).lead)).not.toContain(null);
    const deleted = await callApi(api, leadBulk.remove, { body: { lead_ids: ids } }, as(user));
    expect(deleted.body).toEqual({ deleted: 3 });
    expect(await stored(ids)).toEqual([]);
    const deletion = await latest(user);
    expect(deletion).toMatchObject({ leads: 3 });
    await execute(sql`DELETE FROM lists WHERE id = ${gone}`);

    const restored = await restore(user, deletion?.id ?? 0);
    expect(restored).toMatchObject({ status: 200, body: { restored: 3, skipped: 0 } });
    expect(await stored(ids)).toEqual(before.rows);
    expect(await history(ids)).toEqual(before.history);
    expect(await memberships(ids)).toEqual(ids.map((id) => ({ list_id: list, lead_id: id })));
    // Only once.
    expect(await restore(user, deletion?.id ?? 0)).toMatchObject({ status: 404 });
    expect(await stored(ids)).toHaveLength(3);
  });

  test("brings back what else names the leads, but for what is gone by now", async () => {
    const [one = 0, two = 0, three = 0] = await buildLeads();
    const searchId = await buildSearch(user);
    await execute(
      sql`UPDATE search_results SET lead_id = ${one}, outcome = 'created' WHERE search_id = ${searchId}`,
    );
    await execute(
      sql`INSERT INTO distinct_leads (owner_id, low_id, high_id)
          VALUES (${user.id}, ${one}, ${two}), (${user.id}, ${one}, ${three})`,
    );
    await execute(
      sql`INSERT INTO company_denials (owner_id, lead_id, cnpj) VALUES (${user.id}, ${two}, '11222333000181')`,
    );
    await execute(sql`INSERT INTO site_checks (owner_id, lead_id) VALUES (${user.id}, ${two})`);
    const named = async () => ({
      results: await rows(sql`SELECT lead_id FROM search_results WHERE search_id = ${searchId}`),
      pairs: await rows(
        sql`SELECT low_id, high_id FROM distinct_leads WHERE owner_id = ${user.id}`,
      ),
      denials: await rows(
        sql`SELECT lead_id, cnpj FROM company_denials WHERE owner_id = ${user.id}`,
      ),
      visits: await rows(sql`SELECT lead_id FROM site_checks WHERE owner_id = ${user.id}`),
    });
    const before = await named();
    await callApi(api, leadBulk.remove, { body: { lead_ids: [one, two] } }, as(user));
    expect(await named()).toEqual({
      ...{ results: [{ lead_id: null }], pairs: [], denials: [], visits: [] },
    });
    const deletion = await latest(user);
    await callApi(api, leadBulk.remove, { body: { lead_ids: [three] } }, as(user));
    expect(await restore(user, deletion?.id ?? 0)).toMatchObject({ body: { restored: 2 } });
    expect(await named()).toEqual({ ...before, pairs: [{ low_id: one, high_id: two }] });
  });

  test("treats every table that names a lead", async () => {
    const tables = await rows<{ name: string }>(
      sql`SELECT DISTINCT c.relname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
          WHERE a.attname = 'lead_id' AND c.relkind IN ('r', 'p') AND NOT c.relispartition
            AND c.relnamespace = 'public'::regnamespace
          UNION SELECT conrelid::regclass::text FROM pg_constraint
          WHERE contype = 'f' AND confrelid = 'leads'::regclass`,
    );
    const treated = [...BROUGHT_BACK, ...Object.keys(LEFT_ALONE)];
    expect(tables.map(({ name }) => name).sort()).toEqual(treated.sort());
  });

  test("a single lead comes back too", async () => {
    const { id } = await buildLead(user.id);
    await callApi(api, leads.remove, { params: { id } }, as(user));
    const deletion = await latest(user);
    expect(deletion).toMatchObject({ leads: 1 });
    expect(await restore(user, deletion?.id ?? 0)).toMatchObject({ body: { restored: 1 } });
    expect(await stored([id])).toHaveLength(1);
  });

  test("leads deleted with their list come back without it", async () => {
    const { id } = await buildLead(user.id, { source: "google_maps" });
    const list = await buildList(user.id);
    await execute(
      sql`INSERT INTO list_leads (list_id, lead_id, owner_id) VALUES (${list}, ${id}, ${user.id})`,
    );
    await callApi(api, lists.remove, { params: { id: list }, query: {} }, as(user));
    expect(await stored([id])).toEqual([]);
    const deletion = await latest(user);
    expect(await restore(user, deletion?.id ?? 0)).toMatchObject({ body: { restored: 1 } });
    expect(await memberships([id])).toEqual([]);
  });

  test("leaves alone a lead whose number another lead has by now", async () => {
    const lead = await buildLead(user.id);
    await callApi(api, leads.remove, { params: { id: lead.id } }, as(user));
    const deletion = await latest(user);
    const again = await buildLead(user.id, { whatsapp: lead.whatsapp, name: "De novo" });
    expect(await restore(user, deletion?.id ?? 0)).toMatchObject({
      body: { restored: 0, skipped: 1 },
    });
    expect(await stored([lead.id])).toEqual([]);
    expect(await stored([again.id])).toHaveLength(1);
  });

  test("two at once restore each lead once", async () => {
    const ids = await buildLeads();
    await callApi(api, leadBulk.remove, { body: { lead_ids: ids } }, as(user));
    const id = (await latest(user))?.id ?? 0;
    const answers = await Promise.all([restore(user, id), restore(user, id), restore(user, id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    expect(await stored(ids)).toHaveLength(3);
  });
});

test("a deletion is its owner's, and is over after 10 minutes", async () => {
  const ids = await buildLeads();
  await callApi(api, leadBulk.remove, { body: { lead_ids: ids } }, as(user));
  const deletion = await latest(user);
  expect(await latest(stranger)).toBeUndefined();
  expect(await restore(stranger, deletion?.id ?? 0)).toMatchObject({ status: 404 });
  await trimTable("lead_deletions");
  expect(await latest(user)).toEqual(deletion);
  await execute(
    sql`UPDATE lead_deletions SET deleted_at = now() - interval '10 minutes' WHERE id = ${deletion?.id}`,
  );
  expect(await restore(user, deletion?.id ?? 0)).toMatchObject({
    status: 404,
    body: { error: "Esta exclusão já não pode ser desfeita." },
  });
  await trimTable("lead_deletions");
  expect(await rows(sql`SELECT 1 FROM deleted_leads WHERE deletion_id = ${deletion?.id}`)).toEqual(
    [],
  );
});
