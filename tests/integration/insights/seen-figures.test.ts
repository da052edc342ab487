import { describe, expect, test } from "vitest";
import { dashboard } from "@/lib/contracts/insights/dashboard";
import { deals } from "@/lib/contracts/insights/deals";
import { today } from "@/lib/contracts/insights/today";
import { getPhoneKey } from "@/lib/domain/phone/phone";
import { execute, sql } from "@/server/platform/db/sql";
import { buildCampaign } from "@/tests/factories/campaigns";
import { buildLead } from "@/tests/factories/leads";
import { buildInstance, buildTask } from "@/tests/factories/owned-rows";
import { buildTeam, give, NARROWED, type Team, WHOSE } from "@/tests/factories/sellers";
import { callApi } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });

/** A lead, a conversation with a message of either side, a task and an unsent text of each. */
async function fill({ owner, people }: Team) {
  await buildInstance(owner);
  for (const [at, whose] of WHOSE.entries()) {
    const to = people[whose];
    const number = `551198888770${at}`;
    const lead = await buildLead(owner.id, { name: whose, whatsapp: number });
    await execute(
      sql`UPDATE leads SET seller_id = ${to}::int, value_cents = ${10 ** at}::bigint, staged_at = now() - interval '90 days',
                 stage_id = (SELECT id FROM stages WHERE owner_id = ${owner.id} AND name = 'Contatado'),
                 expected_close = CASE WHEN ${at} = 2 THEN now() END WHERE id = ${lead.id}`,
    );
    const won = await buildLead(owner.id, { name: `won, ${whose}`, status: "closed" });
    await give("leads", won.id, to);
    await execute(
      sql`WITH c AS (
            INSERT INTO conversations (owner_id, phone_key, chat_id, name, last_message_at, waiting_since, seller_id)
            VALUES (${owner.id}, ${getPhoneKey(number)}, ${`${number}@s.whatsapp.net`}, ${whose}, now(), now(), ${to}::int)
            RETURNING id)
          INSERT INTO messages (owner_id, conversation_id, instance_id, provider_message_id, direction, content, status_rank, sent_at)
          SELECT ${owner.id}, c.id, i.id, gen_random_uuid()::text, side, 'Oi', 4, now()
          FROM c, whatsapp_instances i, unnest(ARRAY['in', 'out']) AS side WHERE i.owner_id = ${owner.id}`,
    );
    await execute(
      sql`INSERT INTO scheduled_messages (owner_id, phone_key, chat_id, content, send_at, state, settled_at)
          VALUES (${owner.id}, ${getPhoneKey(number)}, ${`${number}@s.whatsapp.net`}, ${whose}, now(), 'failed', now())`,
    );
    await give("tasks", await buildTask(owner), to);
  }
}

describe.each(NARROWED)("in '%s' a seller", (visibility, seen) => {
  test("reads the figures of what is theirs to see, and no others", async () => {
    const team = await buildTeam(visibility);
    await fill(team);
    const { headers } = team.seller;
    const activity = await callApi(api, dashboard.activity, { query: { days: 1 } }, headers);
    expect(activity.body.leads).toMatchObject([{ by_source: { manual: 2 * seen.length } }]);
    expect(activity.body.messages).toMatchObject([{ sent: seen.length, received: seen.length }]);
    const period = await callApi(api, dashboard.period, { query: { days: 1 } }, headers);
    const figures = { sent: seen.length, received: seen.length, won: seen.length };
    expect(period.body.now).toEqual({ leads: 2 * seen.length, ...figures });

    const changes = (await callApi(api, deals.forecast, {}, headers)).body;
    await execute(sql`SELECT fold_lead_counts(${team.owner.id}::int)`);
    const worth = (await callApi(api, deals.forecast, {}, headers)).body;
    expect(worth).toEqual(changes);
    expect(worth.value_cents).toBe(seen.includes("nobody's") ? 11 : 1);
    expect(worth.periods.filter(({ value_cents }) => value_cents > 0)).toMatchObject([
      { when: "undated", value_cents: worth.value_cents },
    ]);
    const won = await callApi(api, deals.outcomes, { query: { by: "source" } }, headers);
    expect(won.body.total).toMatchObject({ won: seen.length, lost: 0 });

    const all = (await callApi(api, deals.forecast, {}, team.owner.headers)).body;
    expect(all.value_cents).toBe(111);
  });

  test("finds what waits for them, and nothing of others", async () => {
    const team = await buildTeam(visibility);
    await fill(team);
    const found = (await callApi(api, today.get, {}, team.seller.headers)).body;
    const names = {
      replies: found.replies.groups.flatMap(({ chats }) => chats.map(({ name }) => name)),
      unsent: found.unsent.messages.map(({ name }) => name),
      resting: found.resting.leads.map(({ name }) => name),
    };
    for (const [part, shown] of Object.entries(names))
      expect([...shown].sort(), part).toEqual(seen);
    expect(found.tasks).toMatchObject({ count: seen.length, overdue: seen.length });
    expect(found.unsent.count).toBe(seen.length);
    expect(found.resting.count).toBe(seen.length);
    expect(found.replies.count).toBe(seen.length);
  });

  test("learns of a campaign that waits if it is theirs to see", async () => {
    const team = await buildTeam(visibility);
    const { id } = await buildCampaign(team.owner, { status: "running", paused: true });
    for (const whose of WHOSE) {
      await give("campaigns", id, team.people[whose]);
      const { campaigns } = (await callApi(api, today.get, {}, team.seller.headers)).body;
      expect(campaigns, whose).toHaveLength(whose === "mine" ? 1 : 0);
    }
  });

  test("is told of deals by campaign, but of no campaign of others", async () => {
    const team = await buildTeam(visibility);
    for (const whose of WHOSE) {
      const { id } = await buildCampaign(team.owner, { status: "completed", recipients: ["sent"] });
      await give("campaigns", id, team.people[whose]);
      await execute(sql`UPDATE campaigns SET name = ${whose} WHERE id = ${id}`);
    }
    await execute(
      sql`UPDATE leads SET seller_id = ${team.seller.personId}, status = 'closed' WHERE owner_id = ${team.owner.id}`,
    );
    const { body } = await callApi(
      api,
      deals.outcomes,
      { query: { by: "campaign" } },
      team.seller.headers,
    );
    expect(body.total.won).toBe(WHOSE.length);
    expect(body.rows.map(({ name }) => name).sort()).toEqual(["mine"]);
  });
});

test("an unsent text to somebody whose lead is a colleague's does not call them as the lead does", async () => {
  const team = await buildTeam("own_and_unassigned");
  await fill(team);
  await execute(
    sql`UPDATE conversations SET seller_id = ${team.seller.personId}, name = NULL WHERE owner_id = ${team.owner.id}`,
  );
  const { unsent } = (await callApi(api, today.get, {}, team.seller.headers)).body;
  expect(unsent.messages.map(({ name }) => name).filter((name) => name !== null)).toHaveLength(2);
  expect(unsent.count).toBe(3);
});
