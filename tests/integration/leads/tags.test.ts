import { describe, expect, test } from "vitest";
import { board } from "@/lib/contracts/leads/board";
import { leadBulk } from "@/lib/contracts/leads/lead-bulk";
import { leads } from "@/lib/contracts/leads/leads";
import { tags } from "@/lib/contracts/leads/tags";
import { MOST_TAGS } from "@/lib/domain/leads/tags";
import { execute, sql } from "@/server/platform/db/sql";
import { buildLead, buildLeads } from "@/tests/factories/leads";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { findLeads } from "@/tests/support/leads";
import { runApi } from "@/tests/support/running";

const api = runApi();

const listTags = async (user: TestUser) =>
  (await callApi(api, tags.list, {}, user.headers)).body.tags;
const tagLeads = (
  user: TestUser,
  lead_ids: number[],
  change: { add?: string[]; remove?: number[] },
) => callApi(api, tags.onLeads, { body: { lead_ids, ...change } }, user.headers);
const idsFound = async (user: TestUser, query: Record<string, string>) =>
  (await findLeads(api, user, query)).leads.map(({ id }) => id).sort((a, b) => a - b);

describe("tags", () => {
  test("are made when they are first put on, once whatever their case, and taken off", async () => {
    const user = await buildUser();
    const [one, two] = [await buildLead(user.id), await buildLead(user.id)];
    await Promise.all([
      tagLeads(user, [one.id], { add: ["Indicação", "VIP"] }),
      tagLeads(user, [two.id], { add: ["indicação"] }),
    ]);
    const made = await listTags(user);
    expect(made.map(({ name, leads: count }) => [name.toLowerCase(), count])).toEqual([
      ["indicação", 2],
      ["vip", 1],
    ]);
    const [referral, vip] = made.map(({ id }) => id) as [number, number];
    const details = await callApi(api, leads.get, { params: { id: one.id } }, user.headers);
    expect(details.body.lead.tag_ids).toEqual([referral, vip].sort((a, b) => a - b));
    await tagLeads(user, [one.id, two.id], { remove: [referral] });
    expect((await listTags(user)).map(({ leads: count }) => count)).toEqual([0, 1]);
  });

  test("filter by one of them, all of them and none of them, in the table and on the board", async () => {
    const user = await buildUser();
    const [both, first, second, none] = [
      await buildLead(user.id, { name: "Padaria Sol" }),
      await buildLead(user.id, { name: "Padaria Lua" }),
      await buildLead(user.id),
      await buildLead(user.id),
    ];
    await tagLeads(user, [both.id, first.id], { add: ["A"] });
    await tagLeads(user, [both.id, second.id], { add: ["B"] });
    const [a, b] = (await listTags(user)).map(({ id }) => String(id)) as [string, string];
    expect(await idsFound(user, { tag: `${a},${b}` })).toEqual([both.id, first.id, second.id]);
    expect(await idsFound(user, { tag_all: `${a},${b}` })).toEqual([both.id]);
    expect(await idsFound(user, { tag_none: a })).toEqual([second.id, none.id]);
    expect(await idsFound(user, { tag: a, tag_none: b })).toEqual([first.id]);
    expect(await idsFound(user, { tag: `${a},${b}`, search: "padaria" })).toEqual([
      both.id,
      first.id,
    ]);
    const shown = await callApi(api, board.show, { query: { tag: a } }, user.headers);
    expect(shown.body.columns[0]?.cards.map(({ id, tag_ids }) => [id, tag_ids.length])).toEqual([
      [first.id, 1],
      [both.id, 2],
    ]);
  });

  test("are put on all that a filter finds, beyond one batch", async () => {
    const user = await buildUser();
    await buildLeads(user.id, 2_300);
    const tagged = await callApi(
      api,
      tags.onLeads,
      { body: { filter: { status: "pending" }, add: ["Lote"] } },
      user.headers,
    );
    expect(tagged.body).toMatchObject({ leads: 2_300 });
    expect((await listTags(user))[0]?.leads).toBe(2_300);
  });

  test("come back with a lead, but for those that are gone", async () => {
    const user = await buildUser();
    const lead = await buildLead(user.id);
    await tagLeads(user, [lead.id], { add: ["Fica", "Some"] });
    const [stays, goes] = (await listTags(user)).map(({ id }) => id) as [number, number];
    await callApi(api, leadBulk.remove, { body: { lead_ids: [lead.id] } }, user.headers);
    await callApi(api, tags.remove, { params: { id: goes } }, user.headers);
    const { body } = await callApi(api, leads.deletions, {}, user.headers);
    await callApi(api, leads.restore, { params: { id: body.deletions[0]?.id ?? 0 } }, user.headers);
    const back = await callApi(api, leads.get, { params: { id: lead.id } }, user.headers);
    expect(back.body.lead.tag_ids).toEqual([stays]);
  });

  test("of somebody else are not put on, and there are not too many", async () => {
    const [user, other] = [await buildUser(), await buildUser()];
    const [mine, theirs] = [await buildLead(user.id), await buildLead(other.id)];
    await tagLeads(other, [theirs.id], { add: ["Deles"] });
    await tagLeads(user, [theirs.id], { add: ["Minha"] });
    const [minha] = await listTags(user);
    expect(minha?.leads).toBe(0);
    const [deles] = await listTags(other);
    await tagLeads(user, [mine.id, theirs.id], { remove: [deles?.id ?? 0] });
    expect((await listTags(other))[0]?.leads).toBe(1);
    await execute(
      sql`INSERT INTO tags (owner_id, name, colour) SELECT ${user.id}::int, 'T' || n, 'sky' FROM generate_series(1, ${MOST_TAGS - 2}::int) AS n`,
    );
    expect((await tagLeads(user, [mine.id], { add: ["Cabe", "Não cabe"] })).status).toBe(409);
    expect(await listTags(user)).toHaveLength(MOST_TAGS - 1);
    const comma = await tagLeads(user, [mine.id], { add: ["uma,duas"] });
    expect(comma.status).toBe(400);
  });
});
