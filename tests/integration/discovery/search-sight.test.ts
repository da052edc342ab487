import { describe, expect, test } from "vitest";
import { searches } from "@/lib/contracts/discovery/searches";
import { getPhoneKey } from "@/lib/domain/phone/phone";
import { findLeadsByKeys } from "@/server/leads/leads/found-leads.service";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { buildElsewhere, buildSearch } from "@/tests/factories/owned-rows";
import { buildLeadOf, buildTeam } from "@/tests/factories/sellers";
import type { TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

/** What a search tells of leads to somebody who sees a part of them. */
const api = runApi();
const NUMBER = "5511971230001";

const include = (user: TestUser, id: number) =>
  callApi(api, searches.include, { params: { id } }, user.headers);

describe.each(["own", "own_and_unassigned"] as const)("in '%s'", (visibility) => {
  test("a place whose lead is out of sight is as one whose lead was deleted", async () => {
    const { owner, seller, colleague } = await buildTeam(visibility);
    const mine = await buildLeadOf(owner.id, seller.personId);
    const theirs = await buildLeadOf(owner.id, colleague);
    const nobodys = await buildLeadOf(owner.id, null);
    const id = await buildSearch(owner);
    await execute(sql`DELETE FROM search_results WHERE search_id = ${id}`);
    await execute(
      sql`INSERT INTO search_results (search_id, owner_id, result_key, title, place, outcome, lead_id)
          SELECT ${id}, ${owner.id}, l.id::text, 'Padaria', '{"latitude":-22.9,"longitude":-47}', 'linked', l.id
          FROM leads l WHERE l.owner_id = ${owner.id} ORDER BY l.id`,
    );
    const leadsOf = async (user: TestUser) =>
      (await callApi(api, searches.places, { params: { id } }, user.headers)).body.places.map(
        ({ lead_id }) => lead_id,
      );
    expect(await leadsOf(owner)).toEqual([mine.id, theirs.id, nobodys.id]);
    expect(await leadsOf(seller)).toEqual([
      mine.id,
      null,
      visibility === "own" ? null : nobodys.id,
    ]);
  });

  test("a company that is a lead out of sight becomes no second one, and its id is not told", async () => {
    const { owner, seller, colleague } = await buildTeam(visibility);
    const theirs = await buildLeadOf(owner.id, colleague, { whatsapp: NUMBER });
    const { resultId } = await buildElsewhere(owner, { whatsapp: NUMBER });
    expect(await include(seller, resultId)).toMatchObject({
      status: 200,
      body: { lead_id: null, created: false },
    });
    const deleted = await buildElsewhere(owner, { whatsapp: NUMBER });
    await execute(
      sql`UPDATE search_results SET outcome = 'linked', company = NULL WHERE id = ${deleted.resultId}`,
    );
    const { status, body } = await include(seller, deleted.resultId);
    expect(status).toBe(404);
    expect(await include(seller, resultId)).toMatchObject({ status, body });
    expect(await include(owner, resultId)).toMatchObject({ body: { lead_id: theirs.id } });
    expect(await rows(sql`SELECT id FROM leads WHERE owner_id = ${owner.id}`)).toHaveLength(1);
  });

  test("a company that a seller includes is theirs, one alone or with the others", async () => {
    const { owner, seller } = await buildTeam(visibility);
    const { resultId } = await buildElsewhere(owner, { whatsapp: NUMBER });
    const { searchId } = await buildElsewhere(owner, { name: "Outra", phone: "551133335555" });
    const { body } = await include(seller, resultId);
    expect(body).toMatchObject({ lead_id: expect.any(Number), created: true });
    await callApi(api, searches.includeAll, { params: { id: searchId } }, seller.headers);
    expect(
      await rows(sql`SELECT seller_id FROM leads WHERE owner_id = ${owner.id} ORDER BY id`),
    ).toEqual([{ seller_id: seller.personId }, { seller_id: seller.personId }]);
  });
});

test("a company that an owner includes is nobody's", async () => {
  const { owner } = await buildTeam("own");
  await include(owner, (await buildElsewhere(owner)).resultId);
  expect(await rows(sql`SELECT seller_id FROM leads WHERE owner_id = ${owner.id}`)).toEqual([
    { seller_id: null },
  ]);
});

test("a search knows whose the leads are that it will find: a seller's, or nobody's", async () => {
  const { owner, seller } = await buildTeam("all");
  const pages = { query: "padaria", state: "SP", city: "Campinas", startPage: 1, endPage: 1 };
  const maps = { query: "padaria", raio: 1, latitude: -22.9056, longitude: -47.0608 };
  for (const { headers } of [seller, owner]) {
    await callApi(api, searches.startPages, { body: pages }, headers);
    await callApi(api, searches.startMaps, { body: maps }, headers);
  }
  const started = await rows(
    sql`SELECT kind, seller_id FROM searches WHERE owner_id = ${owner.id} ORDER BY id`,
  );
  expect(started).toEqual([
    { kind: "pages", seller_id: seller.personId },
    { kind: "maps", seller_id: seller.personId },
    { kind: "pages", seller_id: null },
    { kind: "maps", seller_id: null },
  ]);
});

test("a number of two leads is known by the one in sight, though the other is older", async () => {
  const { owner, seller, colleague } = await buildTeam("own");
  const leads = [
    await buildLeadOf(owner.id, colleague),
    await buildLeadOf(owner.id, seller.personId),
  ];
  for (const { id } of leads) {
    await execute(
      sql`INSERT INTO lead_contacts (owner_id, lead_id, name, whatsapp, phone_key, source)
          VALUES (${owner.id}, ${id}, 'Ana', ${NUMBER}, ${getPhoneKey(NUMBER)}, 'manual')`,
    );
  }
  const sight = { sellers: [seller.personId], unassigned: false };
  const keys = { cnpjs: [], phoneKeys: [getPhoneKey(NUMBER) ?? ""] };
  const found = await findLeadsByKeys({ ownerId: owner.id, sight }, keys);
  expect(found.map(({ id }) => id)).toEqual([leads[1]?.id]);
});
