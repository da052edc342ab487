import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { activities } from "@/lib/contracts/campaigns/activities";
import { dashboard } from "@/lib/contracts/insights/dashboard";
import { deals } from "@/lib/contracts/insights/deals";
import { eventReports } from "@/lib/contracts/insights/event-reports";
import { imports } from "@/lib/contracts/leads/imports";
import { leadBulk } from "@/lib/contracts/leads/lead-bulk";
import { leadMerges } from "@/lib/contracts/leads/lead-merges";
import { leads } from "@/lib/contracts/leads/leads";
import { stages } from "@/lib/contracts/leads/stages";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { buildCampaign } from "@/tests/factories/campaigns";
import { buildLead } from "@/tests/factories/leads";
import { buildUser } from "@/tests/factories/users";
import { buildWebhook, postWebhook } from "@/tests/factories/webhooks";
import { callApi } from "@/tests/support/api";
import { importText, workOnImport } from "@/tests/support/imports";
import { runApi } from "@/tests/support/running";

/** What one account did in a week, and every place that counts it: they have to agree. */
const api = runApi({ withoutLimits: true });

const ROBOT =
  "Olá! 👋 Seja bem-vindo à Padaria. Escolha uma opção: 1 - Fazer pedido / 2 - Cardápio / 3 - Falar com atendente";
const ANSWERS = ["Tenho interesse, me manda", "Quanto custa?", "SAIR", ROBOT];

async function liveThroughAWeek() {
  const user = await buildUser({ plan: "pro" });
  const hook = await buildWebhook(user.id);
  const call = { headers: user.headers };
  // Six people are written to by a campaign: two answer, one leaves, a machine greets, and two are silent.
  const { id: campaign, runId } = await buildCampaign(user, {
    status: "completed",
    recipients: Array.from({ length: 6 }, () => "sent" as const),
  });
  await execute(
    sql`UPDATE leads SET status = 'sent', contacted_at = now() WHERE owner_id = ${user.id}`,
  );
  const people = await rows<{ number: string; lead_id: number }>(
    sql`SELECT number, lead_id FROM campaign_recipients WHERE run_id = ${runId} ORDER BY id`,
  );
  for (const [at, text] of ANSWERS.entries()) {
    const answer = await postWebhook(api, hook, {
      event: "messages.upsert",
      instance: "x",
      data: {
        key: {
          id: randomUUID(),
          remoteJid: `${people[at]?.number}@s.whatsapp.net`,
          fromMe: false,
        },
        message: { conversation: text },
        messageTimestamp: Math.floor(Date.now() / 1000),
      },
    });
    expect(answer.status).toBe(200);
  }
  // Four deals: one stays won, one is lost after it was won, one is undone, one is merged away.
  const { body: all } = await callApi(api, stages.list, {}, call.headers);
  const idOf = (meaning: string) => all.stages.find((stage) => stage.meaning === meaning)?.id ?? 0;
  const move = (lead_ids: number[], meaning: string) =>
    callApi(api, leadBulk.setStatus, { body: { lead_ids, stage_id: idOf(meaning) } }, call.headers);
  const [first, second] = people.map(({ lead_id }) => lead_id) as [number, number];
  const [undone, merged] = [await buildLead(user.id), await buildLead(user.id)];
  await move([first, second, merged.id], "won");
  await move([second], "lost");
  const { body: moved } = await move([undone.id], "won");
  await callApi(api, leadBulk.undo, { params: { id: moved.undo_id } }, call.headers);
  const survivor = { lead_ids: [first, merged.id] };
  expect((await callApi(api, leadMerges.merge, { body: survivor }, call.headers)).status).toBe(201);
  // A file of three comes and goes again; of two more leads one is deleted.
  const file = "Nome;WhatsApp\nUm;11987650001\nDois;11987650002\nTrês;11987650003";
  const { id: importId } = await importText(api, user, file, {});
  await callApi(api, imports.undo, { params: { id: importId } }, call.headers);
  await workOnImport(api, user, importId);
  const [, gone] = [await buildLead(user.id), await buildLead(user.id)];
  await callApi(api, leads.remove, { params: { id: gone.id } }, call.headers);
  return { user, campaign };
}

test("a week of facts is one truth on every screen, in the API and in the export", async () => {
  const { user, campaign } = await liveThroughAWeek();
  const { headers } = user;
  const period = (await callApi(api, dashboard.period, { query: { days: 7 } }, headers)).body.now;
  const activity = (await callApi(api, dashboard.activity, { query: {} }, headers)).body;
  const outcomes = (await callApi(api, deals.outcomes, { query: { by: "source" } }, headers)).body;
  const funnel = (await callApi(api, eventReports.funnel, { query: {} }, headers)).body;
  const { statistics } = (await callApi(api, leads.stats, {}, headers)).body;
  const board = (await callApi(api, stages.list, {}, headers)).body.stages;
  const report = await callApi(
    api,
    activities.results,
    { params: { id: campaign }, query: {} },
    headers,
  );
  const closed = (await callApi(api, leads.list, { query: { status: "closed" } }, headers)).body;
  const file = await fetch(`${api.url}/api/leads/export?format=csv`, { headers });
  const lines = (await file.text()).trim().split("\r\n").slice(1);

  const standing = (meaning: string) =>
    board.filter((stage) => stage.meaning === meaning).reduce((sum, { leads: n }) => sum + n, 0);
  const won = {
    "the dashboard's period": period.won,
    outcomes: outcomes.total.won,
    "the funnel": funnel.closed,
    statistics: statistics.closed,
    "the board": standing("won"),
    "the filter": closed.pagination.total,
    "the export": lines.filter((line) => line.includes("Fechado")).length,
  };
  expect(won).toEqual(Object.fromEntries(Object.keys(won).map((where) => [where, 1])));
  expect([outcomes.total.lost, standing("lost")]).toEqual([1, 1]);

  // Six of the campaign, the undone one, and one more.
  const found = {
    "the dashboard's period": period.leads,
    "its days": activity.leads
      .flatMap(({ by_source }) => Object.values(by_source))
      .reduce((sum, count) => sum + count, 0),
    "the funnel": funnel.found,
    statistics: statistics.total,
    "the board": board.reduce((sum, stage) => sum + stage.leads, 0),
    "the export": lines.length,
  };
  expect(found).toEqual(Object.fromEntries(Object.keys(found).map((where) => [where, 8])));

  const { summary } = report.body;
  const responded = {
    "the dashboard": statistics.answered + statistics.closed + statistics.left,
    "the funnel": funnel.answered,
    "the campaign's report": summary.answered,
  };
  expect(responded).toEqual(Object.fromEntries(Object.keys(responded).map((where) => [where, 3])));
  const written = {
    "the dashboard": statistics.sent + statistics.answered + statistics.closed + statistics.left,
    "the funnel": funnel.contacted,
    "the campaign's report": summary.sent,
  };
  expect(written).toEqual(Object.fromEntries(Object.keys(written).map((where) => [where, 6])));
  expect([statistics.left, summary.opted_out, summary.automatic]).toEqual([1, 1, 1]);
  expect(period.received).toBe(ANSWERS.length);
});
