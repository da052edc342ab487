import { describe, expect, test } from "vitest";
import { type BoardCard, board, type Move } from "@/lib/contracts/leads/board";
import { leads } from "@/lib/contracts/leads/leads";
import { stages } from "@/lib/contracts/leads/stages";
import { BOARD_PAGE } from "@/lib/domain/leads/stages";
import { seededRandom } from "@/sandbox/random";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { buildLead, buildLeads } from "@/tests/factories/leads";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";

import { runApi } from "@/tests/support/running";

const api = runApi();

const show = async (user: TestUser, query: Record<string, string> = {}) =>
  (await callApi(api, board.show, { query }, user.headers)).body;

async function stageIds(user: TestUser): Promise<number[]> {
  const { body } = await callApi(api, stages.list, {}, user.headers);
  return body.stages.map(({ id }) => id);
}

/** All cards of a column, page by page. */
async function readColumn(user: TestUser, id: number, query: Record<string, string> = {}) {
  const cards: BoardCard[] = [];
  let after: string | undefined;
  do {
    const page = await callApi(
      api,
      board.column,
      { params: { id }, query: { ...query, ...(after && { after }) } },
      user.headers,
    );
    cards.push(...page.body.cards);
    after = page.body.next ?? undefined;
  } while (after);
  return cards;
}

const move = (user: TestUser, id: number, body: Move) =>
  callApi(api, board.move, { params: { id }, body }, user.headers);

const namesOf = (cards: readonly { name: string }[]) => cards.map(({ name }) => name);

describe("the board", () => {
  test("has the newest on top, pages of each column, counts and sums", async () => {
    const user = await buildUser();
    await buildLeads(user.id, 53);
    const [first = 0, second = 0] = await stageIds(user);
    const newest = await buildLead(user.id, { name: "A mais nova" });
    await execute(
      sql`UPDATE leads SET value_cents = 1250 WHERE owner_id = ${user.id} AND name LIKE 'Empresa 1%'`,
    );
    const { columns, capped } = await show(user);
    expect(capped).toBe(false);
    expect(columns.map(({ total }) => total)).toEqual([54, 0, 0, 0, 0]);
    expect(columns[0]?.value_cents).toBe(11 * 1250);
    expect(columns[0]?.cards).toHaveLength(BOARD_PAGE);
    expect(columns[0]?.cards[0]?.name).toBe("A mais nova");
    const all = await readColumn(user, first);
    expect(new Set(all.map(({ id }) => id)).size).toBe(54);

    const moved = await move(user, newest.id, { stage_id: second });
    expect(moved.body.lead).toMatchObject({ stage_id: second, status: "contacted" });
    const after = await show(user);
    expect(after.columns.map(({ total }) => total)).toEqual([53, 1, 0, 0, 0]);
    // A card that enters a column later is above the others.
    const next = await buildLead(user.id, { name: "Depois" });
    await callApi(
      api,
      leads.update,
      { params: { id: next.id }, body: { status: "sent" } },
      user.headers,
    );
    expect(namesOf(await readColumn(user, second))).toEqual(["Depois", "A mais nova"]);
  });

  test("is narrowed by the filters of the table, and counts what they find", async () => {
    const user = await buildUser();
    const [, second = 0] = await stageIds(user);
    for (const [name, city, status] of [
      ["Padaria Sol", "Santos", "new"],
      ["Padaria Lua", "Santos", "sent"],
      ["Padaria Mar", "Bauru", "sent"],
      ["Clínica Sol", "Santos", "sent"],
    ] as const) {
      await buildLead(user.id, { name, city, status });
    }
    await execute(sql`UPDATE leads SET value_cents = 100 WHERE owner_id = ${user.id}`);
    const totals = async (query: Record<string, string>) =>
      (await show(user, query)).columns.map(({ total, value_cents }) => [total, value_cents]);
    expect((await totals({ city: "Santos" })).slice(0, 2)).toEqual([
      [1, 100],
      [2, 200],
    ]);
    expect((await totals({ search: "padaria" })).slice(0, 2)).toEqual([
      [1, 100],
      [2, 200],
    ]);
    expect((await totals({ search: "sol", stage: String(second) })).slice(0, 2)).toEqual([
      [0, 0],
      [1, 100],
    ]);
    expect(namesOf(await readColumn(user, second, { search: "padaria" }))).toEqual([
      "Padaria Mar",
      "Padaria Lua",
    ]);
  });

  test("puts a card where it was dropped, also among leads that came at one moment", async () => {
    const user = await buildUser();
    const [first = 0] = await stageIds(user);
    const made = await Promise.all(
      ["A", "B", "C", "D"].map((name) => buildLead(user.id, { name })),
    );
    await execute(sql`UPDATE leads SET place = -7 WHERE owner_id = ${user.id}`);
    const id = (name: string) => made.find((lead) => lead.name === name)?.id ?? 0;
    const order = async () => namesOf(await readColumn(user, first)).join("");
    await execute(sql`UPDATE leads SET place = -7 WHERE owner_id = ${user.id}`);
    const before = await order();
    expect(before).toHaveLength(4);
    const [w = "", x = "", y = "", z = ""] = before;
    await move(user, id(z), { stage_id: first, after_id: id(w) });
    expect(await order()).toBe(w + z + x + y);
    await move(user, id(w), { stage_id: first, before_id: id(y) });
    expect(await order()).toBe(z + x + w + y);
    await move(user, id(y), { stage_id: first });
    expect(await order()).toBe(y + z + x + w);
    await move(user, id(y), { stage_id: first, after_id: id(w) });
    expect(await order()).toBe(z + x + w + y);
    // A neighbour that is not there any more means the top.
    await move(user, id(w), { stage_id: first, after_id: 2_000_000_000 });
    expect(await order()).toBe(w + z + x + y);
  });

  test("two people who drag at once end with one order, and no card is lost", async () => {
    const user = await buildUser();
    const ids = await stageIds(user);
    const cards = await Promise.all(
      Array.from({ length: 24 }, (_, n) => buildLead(user.id, { name: `Cartão ${n}` })),
    );
    const drag = async (seed: number) => {
      const random = seededRandom(`dragger ${seed}`);
      for (let n = 0; n < 200; n += 1) {
        const stage_id = random.pick(ids.slice(0, 3));
        const [card, neighbour] = [random.pick(cards), random.pick(cards)];
        const side = random.pick(["after_id", "before_id", null]);
        const answer = await move(user, card.id, {
          stage_id,
          ...(side && neighbour.id !== card.id && { [side]: neighbour.id }),
        });
        expect(answer.status).toBe(200);
      }
    };
    await Promise.all([drag(1), drag(2)]);
    const seen = (await Promise.all(ids.map((id) => readColumn(user, id)))).flat();
    expect(seen.map(({ id }) => id).sort((a, b) => a - b)).toEqual(
      cards.map(({ id }) => id).sort((a, b) => a - b),
    );
    const shared = await rows(
      sql`SELECT stage_id, place FROM leads WHERE owner_id = ${user.id} GROUP BY 1, 2 HAVING count(*) > 1`,
    );
    expect(shared).toEqual([]);
    const totals = (await show(user)).columns.map(({ total }) => total);
    expect(totals.reduce((sum, total) => sum + total, 0)).toBe(24);
  }, 120_000);

  test("a place stays short however often cards are put between the same two", async () => {
    const user = await buildUser();
    const [first = 0] = await stageIds(user);
    const top = await buildLead(user.id);
    const others = [await buildLead(user.id), await buildLead(user.id)];
    for (let n = 0; n < 120; n += 1) {
      const card = others[n % 2];
      await move(user, card?.id ?? 0, { stage_id: first, after_id: top.id });
    }
    const [longest] = await rows<{ digits: number }>(
      sql`SELECT max(length(place::text)) AS digits FROM leads WHERE owner_id = ${user.id}`,
    );
    expect(longest?.digits).toBeLessThan(70);
  });

  test("refuses a stage and a lead of somebody else", async () => {
    const [user, other] = [await buildUser(), await buildUser()];
    const [mine = 0] = await stageIds(user);
    const [theirs = 0] = await stageIds(other);
    const lead = await buildLead(user.id);
    const foreign = await buildLead(other.id);
    expect((await move(user, lead.id, { stage_id: theirs })).status).toBe(404);
    expect((await move(user, foreign.id, { stage_id: mine })).status).toBe(404);
    const column = await callApi(
      api,
      board.column,
      { params: { id: theirs }, query: {} },
      user.headers,
    );
    expect(column.status).toBe(404);
    // A card of somebody else's board does not count as a neighbour.
    expect((await move(user, lead.id, { stage_id: mine, after_id: foreign.id })).status).toBe(200);
  });
});
