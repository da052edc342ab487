import { describe, expect, test } from "vitest";
import { type DealGroup, deals } from "@/lib/contracts/insights/deals";
import { getSaoPauloDay } from "@/lib/domain/time/calendar-day";
import { execute, firstRow, sql } from "@/server/platform/db/sql";
import { buildCampaign } from "@/tests/factories/campaigns";
import { buildLead } from "@/tests/factories/leads";
import { buildList } from "@/tests/factories/lists";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

const api = runApi();
const TODAY = getSaoPauloDay(new Date());
const monthAfter = (months: number) => {
  const [year = 0, month = 0] = TODAY.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 7);
};

interface Deal {
  stage: string;
  cents?: number;
  close?: string;
  source?: string;
  daysAgo?: number;
  reason?: string;
}

async function buildDeal(user: TestUser, deal: Deal): Promise<number> {
  const { stage, cents = null, close = null, source = "manual", daysAgo = 0 } = deal;
  const { id } = await buildLead(user.id);
  await execute(
    sql`UPDATE leads SET stage_id = (SELECT id FROM stages WHERE owner_id = ${user.id} AND name = ${stage}),
               value_cents = ${cents}::bigint, expected_close = ${close}::date, source = ${source},
               staged_at = now() - make_interval(days => ${daysAgo}),
               loss_reason_id = (SELECT id FROM loss_reasons WHERE owner_id = ${user.id} AND name = ${deal.reason ?? ""})
        WHERE id = ${id}`,
  );
  return id;
}

const forecast = async (user: TestUser) =>
  (await callApi(api, deals.forecast, {}, user.headers)).body;
const outcomes = async (user: TestUser, by: DealGroup = "source", query = {}) =>
  (await callApi(api, deals.outcomes, { query: { by, ...query } }, user.headers)).body;

describe("the forecast", () => {
  test("sums open leads by month and stage, and tells what is late, later and without a day", async () => {
    const user = await buildUser();
    await buildDeal(user, { stage: "Novo", cents: 1_000, close: `${monthAfter(0)}-01` });
    await buildDeal(user, { stage: "Respondeu", cents: 2_000, close: `${monthAfter(0)}-28` });
    await buildDeal(user, { stage: "Respondeu", cents: 500, close: `${monthAfter(0)}-15` });
    await buildDeal(user, { stage: "Contatado", cents: 30_000, close: `${monthAfter(5)}-01` });
    await buildDeal(user, { stage: "Contatado", cents: 400, close: `${monthAfter(6)}-01` });
    await buildDeal(user, { stage: "Novo", cents: 70, close: `${monthAfter(-3)}-10` });
    await buildDeal(user, { stage: "Novo", cents: 9 });
    await buildDeal(user, { stage: "Novo", close: `${monthAfter(0)}-02` });
    await buildDeal(user, { stage: "Fechado", cents: 1_000_000, close: `${monthAfter(0)}-02` });
    await buildDeal(user, { stage: "Perdido", cents: 1_000_000 });
    await buildDeal(await buildUser(), { stage: "Novo", cents: 5_000_000 });
    const { periods, value_cents } = await forecast(user);
    expect(value_cents).toBe(33_979);
    expect(periods.map(({ when, month, value_cents: sum }) => [when, month, sum])).toEqual([
      ["overdue", null, 70],
      ["month", monthAfter(0), 3_500],
      ...[1, 2, 3, 4].map((months) => ["month", monthAfter(months), 0]),
      ["month", monthAfter(5), 30_000],
      ["later", null, 400],
      ["undated", null, 9],
    ]);
    expect(periods[1]?.stages.map(({ value_cents: sum }) => sum)).toEqual([1_000, 2_500]);
  });

  test("is the same after leads moved, changed and went", async () => {
    const user = await buildUser();
    const id = await buildDeal(user, { stage: "Novo", cents: 100 });
    const other = await buildDeal(user, { stage: "Novo", cents: 20, close: `${monthAfter(1)}-05` });
    await execute(
      sql`UPDATE leads SET value_cents = 300, expected_close = ${`${monthAfter(1)}-06`}::date WHERE id = ${id}`,
    );
    await execute(sql`DELETE FROM leads WHERE id = ${other}`);
    expect(await forecast(user)).toMatchObject({ value_cents: 300 });
    expect((await forecast(user)).periods[2]).toMatchObject({ value_cents: 300 });
  });
});

describe("deals that are over", () => {
  test("are counted in their period by source, list, campaign and reason", async () => {
    const user = await buildUser();
    const won = await buildDeal(user, { stage: "Fechado", cents: 5_000, source: "google_maps" });
    const lost = await buildDeal(user, {
      stage: "Perdido",
      source: "google_maps",
      reason: "Preço",
    });
    await buildDeal(user, { stage: "Perdido", cents: 100 });
    await buildDeal(user, { stage: "Fechado", daysAgo: 40 });
    await buildDeal(user, { stage: "Respondeu" });
    await buildDeal(await buildUser(), { stage: "Fechado" });
    const bySource = await outcomes(user);
    expect(bySource).toEqual({
      total: { won: 1, lost: 2, won_cents: 5_000 },
      rows: [
        { id: null, name: "google_maps", won: 1, lost: 1, won_cents: 5_000 },
        { id: null, name: "manual", won: 0, lost: 1, won_cents: 0 },
      ],
      capped: false,
    });
    const list = await buildList(user.id, { name: "Padarias", leads: [won] });
    expect((await outcomes(user, "list")).rows).toEqual([
      { id: list, name: "Padarias", won: 1, lost: 0, won_cents: 5_000 },
    ]);
    expect((await outcomes(user, "reason")).rows).toEqual([
      expect.objectContaining({ name: "Preço", won: 0, lost: 1 }),
      { id: null, name: null, won: 0, lost: 1, won_cents: 0 },
    ]);
    const campaign = await buildCampaign(user);
    const run = await firstRow<{ id: number }>(
      sql`INSERT INTO campaign_runs (owner_id, campaign_id, scheduled_for) VALUES (${user.id}, ${campaign.id}, now()) RETURNING id`,
    );
    // Twice to one, and one that did not go out.
    for (const [lead, state, at] of [
      [won, "sent", 0],
      [lost, "failed", 1],
    ] as const) {
      await execute(
        sql`INSERT INTO campaign_recipients (owner_id, run_id, lead_id, phone_key, number, variant, state, settled_at)
            SELECT ${user.id}, ${run?.id ?? 0}::int, id, phone_key, whatsapp, ${at}::int, ${state}, now() FROM leads WHERE id = ${lead}`,
      );
    }
    expect((await outcomes(user, "campaign")).rows).toEqual([
      { id: campaign.id, name: "Campanha 1", won: 1, lost: 0, won_cents: 5_000 },
    ]);
    const earlier = new Date(Date.now() - 60 * 86_400_000).toISOString().slice(0, 10);
    const total = (await outcomes(user, "source", { start_date: earlier })).total;
    expect(total).toMatchObject({ won: 2, lost: 2 });
  });
});
