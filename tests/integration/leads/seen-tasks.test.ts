import { describe, expect, test } from "vitest";
import { tasks } from "@/lib/contracts/leads/tasks";
import { execute, sql } from "@/server/platform/db/sql";
import { buildLead } from "@/tests/factories/leads";
import { buildTask } from "@/tests/factories/owned-rows";
import { buildTeam, give, NARROWED, type Team, WHOSE, type Whose } from "@/tests/factories/sellers";
import { callApi } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });

/** A task of each person, named after them, for a lead of each and for none. */
async function fill({ owner, people }: Team) {
  const leads = {} as Record<Whose, number>;
  for (const whose of WHOSE) {
    leads[whose] = (await buildLead(owner.id, { name: whose })).id;
    await give("leads", leads[whose], people[whose]);
  }
  for (const by of WHOSE) {
    for (const of of [...WHOSE, null]) {
      const id = await buildTask(owner, of && leads[of]);
      await give("tasks", id, people[by]);
      await execute(sql`UPDATE tasks SET what = ${`${by}, of ${of}`} WHERE id = ${id}`);
    }
  }
  return leads;
}

const list = async ({ seller }: Team, query: object) =>
  (await callApi(api, tasks.list, { query: query as never }, seller.headers)).body.tasks;

describe.each(NARROWED)("in '%s' a seller", (visibility, seen) => {
  const expected = (whose: readonly Whose[]) =>
    whose
      .flatMap((by) => [...WHOSE, null].map((of) => ({ by, of })))
      .filter(({ by, of }) => seen.includes(by) || (of && seen.includes(of)))
      .map(({ by, of }) => ({
        what: `${by}, of ${of}`,
        lead: of && seen.includes(of) ? of : null,
      }));
  const shown = (found: Awaited<ReturnType<typeof list>>) =>
    found.map(({ what, lead }) => ({ what, lead: lead?.name ?? null }));

  test("sees tasks that are theirs to see and those of leads that are, and no other lead", async () => {
    const team = await buildTeam(visibility);
    await fill(team);
    expect(shown(await list(team, { whose: "all" }))).toEqual(expected(WHOSE));
    expect(shown(await list(team, {}))).toEqual(expected(["mine", "nobody's"]));
    await execute(sql`UPDATE tasks SET done_at = now() WHERE owner_id = ${team.owner.id}`);
    const done = shown(await list(team, { whose: "all", done: "true" }));
    expect(done).toEqual(expect.arrayContaining(expected(WHOSE)));
    expect(done).toHaveLength(expected(WHOSE).length);
  });

  test("is answered for the lead of a colleague as for one that does not exist", async () => {
    const team = await buildTeam(visibility);
    const leads = await fill(team);
    for (const whose of WHOSE) {
      const found = await list(team, { lead_id: leads[whose] });
      expect(found, whose).toHaveLength(seen.includes(whose) ? WHOSE.length : 0);
    }
    const query = { lead_ids: Object.values(leads).join(",") };
    const next = await callApi(api, tasks.next, { query }, team.seller.headers);
    expect(next.body.tasks.map(({ lead }) => lead?.name).sort()).toEqual([...seen].sort());
  });

  test("changes a task of theirs without learning of its lead, and ties none to a lead of others", async () => {
    const team = await buildTeam(visibility);
    const leads = await fill(team);
    const { headers } = team.seller;
    const [task] = await list(team, {});
    const hidden = (await list(team, {})).find(({ what }) => what === "mine, of a colleague's");
    const params = { id: hidden?.id ?? 0 };
    const changed = await callApi(api, tasks.update, { params, body: { what: "Já" } }, headers);
    expect(changed).toMatchObject({ status: 200, body: { task: { what: "Já", lead: null } } });
    const done = await callApi(api, tasks.setDone, { params, body: { done: true } }, headers);
    expect(done.body).toMatchObject({ task: { lead: null } });
    for (const lead_id of [leads["a colleague's"], 2_147_483_647]) {
      const tied = await callApi(
        api,
        tasks.update,
        { params: { id: task?.id ?? 0 }, body: { lead_id } },
        headers,
      );
      expect(tied).toMatchObject({ status: 404, body: { error: "Lead não encontrado." } });
    }
  });
});
