import { expect, test } from "vitest";
import { board } from "@/lib/contracts/leads/board";
import { duplicates } from "@/lib/contracts/leads/duplicates";
import { leadBulk } from "@/lib/contracts/leads/lead-bulk";
import { leadContacts } from "@/lib/contracts/leads/lead-contacts";
import { leads } from "@/lib/contracts/leads/leads";
import { lists } from "@/lib/contracts/leads/lists";
import { stages } from "@/lib/contracts/leads/stages";
import { tags } from "@/lib/contracts/leads/tags";
import { type Visibility, WHOLE_VIEW_NEEDED } from "@/lib/domain/accounts/visibility";
import type { PersonId } from "@/server/platform/actor";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { buildLead } from "@/tests/factories/leads";
import { buildList } from "@/tests/factories/lists";
import { buildTag } from "@/tests/factories/owned-rows";
import { buildTeam } from "@/tests/factories/sellers";
import { signIn, type TestUser } from "@/tests/factories/users";
import { callApi, request } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

const api = runApi();

type By = Pick<TestUser, "headers">;

/** A seller's lead, a colleague's and nobody's, all on one list, with one tag, and called Padaria. */
async function buildLeadsOfTeam(visibility: Visibility) {
  const { owner, seller, colleague } = await buildTeam(visibility);
  const build = async (sellerId: PersonId | null, name: string) => {
    const { id } = await buildLead(owner.id, { name: `Padaria ${name}`, city: name });
    await execute(
      sql`UPDATE leads SET seller_id = ${sellerId}, value_cents = 100, email = 'a@b.example' WHERE id = ${id}`,
    );
    return id;
  };
  const ids = {
    mine: await build(seller.personId, "minha"),
    theirs: await build(colleague, "dela"),
    nobodys: await build(null, "solta"),
  };
  const listId = await buildList(owner.id);
  const tagId = await buildTag(owner);
  for (const id of Object.values(ids)) {
    await execute(
      sql`INSERT INTO list_leads (owner_id, list_id, lead_id) VALUES (${owner.id}, ${listId}, ${id})`,
    );
    await execute(
      sql`INSERT INTO lead_tags (owner_id, tag_id, lead_id) VALUES (${owner.id}, ${tagId}, ${id})`,
    );
  }
  return { owner, seller, colleague, ids, listId, tagId };
}

async function findIds(by: By, query: Parameters<typeof callApi<typeof leads.list>>[2]["query"]) {
  const { body } = await callApi(api, leads.list, { query }, by.headers);
  expect(body.pagination.total).toBe(body.leads.length);
  return body.leads.map(({ id }) => id).sort((a, b) => a - b);
}

test.each(["own_and_unassigned", "own"] as const)(
  "in '%s' every list, count and search of leads is of what the seller sees",
  async (visibility) => {
    const { owner, seller, ids, listId, tagId } = await buildLeadsOfTeam(visibility);
    const shown = visibility === "own" ? [ids.mine] : [ids.mine, ids.nobodys];
    const count = shown.length;
    for (const query of [
      {},
      { search: "padaria" },
      { search: "padaria", sort: "website" as const },
      { list_id: String(listId) },
      { tag: String(tagId) },
      { city: "minha,dela,solta" },
      { seller: "me,none" },
    ]) {
      expect(await findIds(seller, query), JSON.stringify(query)).toEqual(shown);
      expect(await findIds(owner, query)).toHaveLength(query.seller ? 1 : 3);
    }
    expect(await findIds(seller, { search: "dela" })).toEqual([]);
    const stats = await callApi(api, leads.stats, {}, seller.headers);
    expect(stats.body).toMatchObject({ statistics: { total: count } });
    const cities = await callApi(api, leads.cities, {}, seller.headers);
    expect(cities.body.cities).toHaveLength(count);
    for (const query of [{}, { search: "padaria" }]) {
      const { body } = await callApi(api, board.show, { query }, seller.headers);
      const columns = body.columns.filter(({ total }) => total > 0);
      expect(columns).toMatchObject([{ total: count, value_cents: count * 100 }]);
      expect(columns[0]?.cards).toHaveLength(count);
    }
    const listed = await callApi(api, lists.list, { query: {} }, seller.headers);
    expect(listed.body.lists).toMatchObject([{ total_leads: count }]);
    const one = await callApi(api, lists.get, { params: { id: listId } }, seller.headers);
    expect(one.body.list.total_leads).toBe(count);
    const tagged = await callApi(api, tags.list, {}, seller.headers);
    expect(tagged.body.tags).toMatchObject([{ leads: count }]);
    const staged = await callApi(api, stages.list, {}, seller.headers);
    expect(staged.body.stages.reduce((sum, stage) => sum + stage.leads, 0)).toBe(count);
    const alike = { params: { id: ids.mine } };
    const found = await callApi(api, duplicates.ofLead, alike, seller.headers);
    expect(found.body.leads.map(({ id }) => id)).toEqual(shown.slice(1));
  },
);

test("what a seller does with many leads reaches those that they see alone, by ids and by a filter", async () => {
  const { owner, seller, ids } = await buildLeadsOfTeam("own_and_unassigned");
  const all = Object.values(ids);
  const readStatus = () =>
    rows<{ id: number; status: string }>(
      sql`SELECT id, status FROM leads WHERE owner_id = ${owner.id} ORDER BY id`,
    );
  const byIds = { body: { lead_ids: all, status: "answered" as const } };
  expect(await callApi(api, leadBulk.setStatus, byIds, seller.headers)).toMatchObject({
    body: { updated: 2 },
  });
  expect(await readStatus()).toMatchObject([
    { status: "answered" },
    { status: "pending" },
    { status: "answered" },
  ]);
  const byFilter = { body: { filter: {} } };
  expect(await callApi(api, leadBulk.remove, byFilter, seller.headers)).toMatchObject({
    body: { deleted: 2 },
  });
  expect(await readStatus()).toMatchObject([{ id: ids.theirs }]);
});

test("a seller's undo is theirs: a colleague finds neither their deletion nor their edit", async () => {
  const { seller, colleague, ids } = await buildLeadsOfTeam("own_and_unassigned");
  const other = await signIn(colleague);
  const edit = { body: { lead_ids: [ids.nobodys], to_ids: [colleague] } };
  const edited = await callApi(api, leadBulk.setSeller, edit, seller.headers);
  const undo = { params: { id: edited.body.undo_id } };
  expect((await callApi(api, leadBulk.undo, undo, other.headers)).status).toBe(404);
  // What was given away is out of sight, and can still be taken back.
  expect(await callApi(api, leadBulk.undo, undo, seller.headers)).toMatchObject({
    body: { restored: 1 },
  });
  await callApi(api, leads.remove, { params: { id: ids.mine } }, seller.headers);
  const deletions = await callApi(api, leads.deletions, {}, seller.headers);
  expect(deletions.body.deletions).toHaveLength(1);
  expect((await callApi(api, leads.deletions, {}, other.headers)).body.deletions).toEqual([]);
});

test("a number or a CNPJ that a hidden lead has is refused without saying whose it is", async () => {
  const { owner, seller, ids } = await buildLeadsOfTeam("own_and_unassigned");
  const whatsapp = "5511987650001";
  await callApi(
    api,
    leads.update,
    { params: { id: ids.theirs }, body: { whatsapp } },
    owner.headers,
  );
  const add = { body: { name: "Outra", whatsapp } };
  const refused = await callApi(api, leads.create, add, seller.headers);
  expect(refused).toMatchObject({ status: 409, body: { code: "lead_exists" } });
  expect(refused.body).not.toHaveProperty("existing_id");
  expect(await callApi(api, leads.create, add, owner.headers)).toMatchObject({
    body: { existing_id: ids.theirs },
  });
  const contact = await callApi(
    api,
    leadContacts.create,
    { params: { id: ids.mine }, body: { name: "Caio", whatsapp } },
    seller.headers,
  );
  const { id } = contact.body.contact;
  const main = await callApi(api, leadContacts.makeMain, { params: { id } }, seller.headers);
  expect(main.status).toBe(409);
  expect(JSON.stringify(main.body)).not.toContain("dela");
  expect(main.body).not.toHaveProperty("existing_id");
});

test("counts by seller follow every change of whose the leads are", async () => {
  const { owner, seller, colleague, ids } = await buildLeadsOfTeam("own");
  const total = async (by: By) =>
    (await callApi(api, leads.stats, {}, by.headers)).body.statistics.total;
  const other = await signIn(colleague);
  const give = (to: number | null) =>
    callApi(
      api,
      leadBulk.setSeller,
      { body: { lead_ids: Object.values(ids), to_ids: to === null ? [] : [to] } },
      owner.headers,
    );
  await give(seller.personId);
  expect([await total(seller), await total(other), await total(owner)]).toEqual([3, 0, 3]);
  await execute(sql`SELECT fold_lead_counts(${owner.id}::int)`);
  await give(null);
  expect([await total(seller), await total(other), await total(owner)]).toEqual([0, 0, 3]);
  const searched = await firstRow(
    sql`SELECT count(*)::int AS n FROM lead_search WHERE owner_id = ${owner.id} AND seller_id IS NOT NULL`,
  );
  expect(searched).toEqual({ n: 0 });
});

test("a list of contacts takes whom the seller sees, and its new leads are theirs", async () => {
  const { owner, seller, ids } = await buildLeadsOfTeam("own");
  const [hidden, fresh] = ["5511987650011", "5511987650012"];
  const change = { params: { id: ids.theirs }, body: { whatsapp: hidden } };
  await callApi(api, leads.update, change, owner.headers);
  const contacts = [hidden, fresh].map((whatsapp_number) => ({ whatsapp_number }));
  const body = { name: "Contatos", contacts };
  const made = await callApi(api, lists.create, { body }, seller.headers);
  expect(made).toMatchObject({ status: 201, body: { contact_count: 1, list: { total_leads: 1 } } });
  const { body: all } = await callApi(
    api,
    lists.get,
    { params: { id: made.body.list.id } },
    owner.headers,
  );
  expect(all.list.total_leads).toBe(1);
});

test("rows that an import refused are for whoever sees all", async () => {
  const { seller } = await buildLeadsOfTeam("own_and_unassigned");
  const answer = await request(api, "GET", "/api/imports/1/refused", undefined, seller.headers);
  expect(answer).toMatchObject({ status: 403, body: { error: WHOLE_VIEW_NEEDED } });
});
