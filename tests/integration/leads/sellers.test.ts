import { describe, expect, test } from "vitest";
import { board } from "@/lib/contracts/leads/board";
import { leadBulk } from "@/lib/contracts/leads/lead-bulk";
import { leadHistory } from "@/lib/contracts/leads/lead-history";
import { leadMerges } from "@/lib/contracts/leads/lead-merges";
import { leads } from "@/lib/contracts/leads/leads";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { buildLead } from "@/tests/factories/leads";
import { buildMember, buildUser, signIn, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { importText, uploadFile } from "@/tests/support/imports";
import { runApi } from "@/tests/support/running";

const api = runApi();

/** An account with a seller, called Bia, and three leads. */
async function buildTeam() {
  const owner = await buildUser();
  const personId = await buildMember(owner.id, undefined, "seller");
  await execute(sql`UPDATE users SET name = 'Bia' WHERE id = ${personId}`);
  const ids: number[] = [];
  for (let at = 0; at < 3; at += 1) ids.push((await buildLead(owner.id)).id);
  return { owner, seller: { personId, ...(await signIn(personId)) }, ids };
}

type By = Pick<TestUser, "headers">;
const assign = (by: By, lead_ids: number[], ...to_ids: number[]) =>
  callApi(api, leadBulk.setSeller, { body: { lead_ids, to_ids } }, by.headers);
async function listIds(by: By, seller: string): Promise<number[]> {
  const { body } = await callApi(api, leads.list, { query: { seller } }, by.headers);
  return body.leads.map(({ id }) => id).sort((a, b) => a - b);
}
const sellerOf = async (by: By, id: number) =>
  (await callApi(api, leads.get, { params: { id } }, by.headers)).body.lead.seller_id;

test("leads are given to somebody, filtered by whose they are, and given back by an undo", async () => {
  const { owner, seller, ids } = await buildTeam();
  const [first = 0, second = 0, third = 0] = ids;
  const given = await assign(owner, [first, second], seller.personId);
  expect(given).toMatchObject({ status: 200, body: { updated: 2 } });
  expect(await listIds(seller, "me")).toEqual([first, second]);
  expect(await listIds(owner, String(seller.personId))).toEqual([first, second]);
  expect(await listIds(owner, "none")).toEqual([third]);
  expect(await listIds(owner, `none,${seller.personId}`)).toEqual(ids);
  const columns = (await callApi(api, board.show, { query: { seller: "me" } }, seller.headers))
    .body;
  const cards = columns.columns.flatMap((column) => column.cards);
  expect(cards.map(({ seller_id }) => seller_id)).toEqual([seller.personId, seller.personId]);
  await assign(owner, [second]);
  const params = { id: given.body.undo_id };
  expect(await callApi(api, leadBulk.undo, { params }, owner.headers)).toMatchObject({
    // Of the second somebody decided anew since.
    body: { restored: 1, left: 1 },
  });
  expect([await sellerOf(owner, first), await sellerOf(owner, second)]).toEqual([null, null]);
  const history = { params: { id: first }, query: { show: "changes" } } as const;
  const { body } = await callApi(api, leadHistory.list, history, owner.headers);
  expect(body.history[0]).toMatchObject({ changes: [{ field: "seller", from: "Bia", to: null }] });
});

test("several get equal shares in turn, over all batches of a selection, and an undo gives all back", async () => {
  const { owner, seller, ids } = await buildTeam();
  await execute(
    sql`INSERT INTO leads (owner_id, name, phone_key, whatsapp, stage_id, source)
        SELECT l.owner_id, 'Lead ' || n, '55118' || (70000000 + n), '55118' || (70000000 + n), l.stage_id, l.source
        FROM leads l, generate_series(1, 1200) AS n WHERE l.id = ${ids[0]}`,
  );
  const shares = async () =>
    (
      await rows<{ n: number }>(
        sql`SELECT count(*)::int AS n FROM leads WHERE owner_id = ${owner.id} AND seller_id IS NOT NULL GROUP BY seller_id`,
      )
    ).map(({ n }) => n);
  const body = { filter: {}, to_ids: [seller.personId, owner.personId, seller.personId] };
  const given = await callApi(api, leadBulk.setSeller, { body }, owner.headers);
  expect(given.body.updated).toBe(1203);
  expect((await shares()).toSorted()).toEqual([601, 602]);
  const params = { id: given.body.undo_id };
  expect((await callApi(api, leadBulk.undo, { params }, owner.headers)).body.restored).toBe(1203);
  expect(await shares()).toEqual([]);
});

test("the history says who gave a lead to whom", async () => {
  const { owner, seller, ids } = await buildTeam();
  const [id = 0] = ids;
  await assign(owner, [id], seller.personId);
  const change = { params: { id }, body: { seller_id: owner.personId } };
  expect((await callApi(api, leads.update, change, seller.headers)).body.lead.seller_id).toBe(
    owner.personId,
  );
  const { body } = await callApi(
    api,
    leadHistory.list,
    { params: { id }, query: { show: "changes" } },
    owner.headers,
  );
  expect(body.history.slice(0, 2)).toMatchObject([
    { person: "Bia", changes: [{ field: "seller", from: "Bia", to: "Ana Teste" }] },
    { person: "Ana Teste", changes: [{ field: "seller", from: null, to: "Bia" }] },
  ]);
});

describe("nobody gets leads", () => {
  test("who is in another account, or suspended", async () => {
    const { owner, seller, ids } = await buildTeam();
    const stranger = await buildUser();
    await execute(sql`UPDATE users SET suspended_at = now() WHERE id = ${seller.personId}`);
    for (const id of [stranger.personId, stranger.id, seller.personId]) {
      expect(await assign(owner, ids, id)).toMatchObject({
        status: 400,
        body: { fields: { to_ids: "Esta pessoa não está na equipe, ou está sem acesso." } },
      });
      const change = { params: { id: ids[0] ?? 0 }, body: { seller_id: id } };
      expect((await callApi(api, leads.update, change, owner.headers)).status).toBe(400);
    }
    await expect(
      execute(sql`UPDATE leads SET seller_id = ${stranger.personId} WHERE id = ${ids[0]}`),
    ).rejects.toThrow(/leads_owner_id_seller_id_fkey/);
  });
});

test("what a seller adds is theirs; a deleted lead comes back with its seller, a merged one keeps one", async () => {
  const { owner, seller, ids } = await buildTeam();
  const made = await callApi(
    api,
    leads.create,
    { body: { name: "Padaria", whatsapp: "11987650001" } },
    seller.headers,
  );
  const { id } = made.body.lead;
  expect(await sellerOf(owner, id)).toBe(seller.personId);
  await callApi(api, leads.remove, { params: { id } }, owner.headers);
  const { body } = await callApi(api, leads.deletions, {}, owner.headers);
  const params = { id: body.deletions[0]?.id ?? 0 };
  expect((await callApi(api, leads.restore, { params }, owner.headers)).body.restored).toBe(1);
  expect(await sellerOf(owner, id)).toBe(seller.personId);
  const [survivor = 0] = ids;
  const merge = { lead_ids: [survivor, id], survivor_id: survivor, choices: {} };
  expect((await callApi(api, leadMerges.merge, { body: merge }, owner.headers)).status).toBe(201);
  expect(await sellerOf(owner, survivor)).toBe(seller.personId);
});

test("a team's export names sellers, which an import leaves alone; who works alone exports none", async () => {
  const { owner, seller, ids } = await buildTeam();
  // With an id it is a founder, whoever tests are run as.
  const alone = await buildUser({ id: 900_001 });
  const [first = 0] = ids;
  await assign(owner, [first], seller.personId);
  const exportAs = async ({ headers }: By) =>
    (await fetch(`${api.url}/api/leads/export?format=csv`, { headers })).text();
  const text = await exportAs(owner);
  const [header = "", ...lines] = text.split("\r\n").filter(Boolean);
  const at = header.split(";").indexOf("Vendedor");
  expect(header).toContain(";Origem;Vendedor;Criado em;");
  expect(lines.map((line) => line.split(";")[at]).sort()).toEqual(["", "", "Bia"]);
  expect(await exportAs(alone)).not.toContain("Vendedor");
  const { file } = await uploadFile(api, owner, text);
  expect(file.mapping[at]).toBeNull();
  await importText(api, owner, text, { mode: "update" });
  expect(await sellerOf(owner, first)).toBe(seller.personId);
});
