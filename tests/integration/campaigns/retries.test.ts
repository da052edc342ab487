import { expect, test } from "vitest";
import { activities } from "@/lib/contracts/campaigns/activities";
import { leadMerges } from "@/lib/contracts/leads/lead-merges";
import { leads } from "@/lib/contracts/leads/leads";
import { MESSAGE_RANK } from "@/lib/domain/messages/message-status";
import { until } from "@/sandbox/testing";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { transaction } from "@/server/platform/db/transaction";
import { buildCampaign } from "@/tests/factories/campaigns";
import { callApi } from "@/tests/support/api";
import { buildSeller, type Seller } from "@/tests/support/campaign-work";
import { runWithPauses } from "@/tests/support/environments";
import { runApi, runSandbox } from "@/tests/support/running";

runWithPauses();

/** The recipients of 'Tentar de novo', when leads and campaign have changed since the first attempt. */
const sandbox = runSandbox();
const api = runApi({ withoutLimits: true });

type Recipients = NonNullable<Parameters<typeof buildCampaign>[1]>["recipients"];

async function buildTried(recipients: Recipients, messages = ["Oi"]) {
  const seller = await buildSeller(api, sandbox, 0);
  const campaign = await buildCampaign(seller.user, { status: "completed", recipients, messages });
  await execute(
    sql`UPDATE campaign_recipients SET claimed_at = now() - interval '1 hour', settled_at = now() - interval '1 hour'
        WHERE run_id = ${campaign.runId}`,
  );
  const tried = await rows<{ lead_id: number }>(
    sql`SELECT lead_id FROM campaign_recipients WHERE run_id = ${campaign.runId} ORDER BY id`,
  );
  return { seller, id: campaign.id, leadIds: tried.map(({ lead_id }) => lead_id) };
}

const retry = ({ seller, id }: { seller: Seller; id: number }) =>
  callApi(api, activities.retryFailed, { params: { id } }, seller.user.headers);

test("of two leads that became one, it is not written to again once either got the message", async () => {
  const tried = await buildTried(["failed", "sent", "failed"]);
  const [failed = 0, sent = 0] = tried.leadIds;
  const body = { lead_ids: [failed, sent], survivor_id: sent };
  expect(await callApi(api, leadMerges.merge, { body }, tried.seller.user.headers)).toMatchObject({
    status: 201,
  });
  // Only the third one, who has to do with neither.
  expect(await retry(tried)).toMatchObject({ status: 202, body: { recipients: 1 } });
});

test("a lead whose number was corrected counts with what it got at the new one", async () => {
  const tried = await buildTried(["failed", "failed"]);
  const { user } = tried.seller;
  for (const [nth, lead] of tried.leadIds.entries()) {
    const whatsapp = `551199500${String(lead).slice(-2).padStart(2, "0")}0${nth}`;
    const change = { params: { id: lead }, body: { whatsapp } };
    expect((await callApi(api, leads.update, change, user.headers)).status).toBe(200);
  }
  await execute(
    sql`WITH chat AS (
          INSERT INTO conversations (owner_id, phone_key, chat_id)
          SELECT owner_id, phone_key, whatsapp || '@s.whatsapp.net' FROM leads WHERE id = ${tried.leadIds[0]} RETURNING id)
        INSERT INTO messages (owner_id, conversation_id, instance_id, provider_message_id, direction, content, sent_at)
        SELECT ${user.id}, chat.id, i.id, 'TYPED', 'out', 'Oi', now() FROM chat, whatsapp_instances i WHERE i.owner_id = ${user.id}`,
  );
  expect(await retry(tried)).toMatchObject({ status: 202, body: { recipients: 1 } });
  // What is sent again counts once, with what its run had sent.
  const shown = await callApi(api, activities.get, { params: { id: tried.id } }, user.headers);
  expect(shown.body.activity).toMatchObject({ status: "pending", total_leads: 2, leads_count: 2 });
  expect(shown.body.activity).toMatchObject({ leads_processed: 1, failed: 1, sent: 0 });
  // Who is left out was not sent anything again, and stays in the report.
  const marked = await rows(
    sql`SELECT p.resent_at IS NOT NULL AS resent FROM campaign_recipients p JOIN campaign_runs r ON r.id = p.run_id
        WHERE r.campaign_id = ${tried.id} AND r.kind = 'audience' ORDER BY p.id`,
  );
  expect(marked).toEqual([{ resent: false }, { resent: true }]);
});

test("a campaign that has fewer texts by now sends one of those that it has", async () => {
  const tried = await buildTried(["failed", "failed"], ["um", "dois", "três"]);
  await execute(
    sql`UPDATE campaign_recipients SET variant = 2 WHERE owner_id = ${tried.seller.user.id}`,
  );
  await execute(sql`UPDATE campaigns SET messages = '{um,dois}' WHERE id = ${tried.id}`);
  expect(await retry(tried)).toMatchObject({ status: 202, body: { recipients: 2 } });
  const variants = await rows(
    sql`SELECT p.variant FROM campaign_recipients p JOIN campaign_runs r ON r.id = p.run_id
        WHERE r.campaign_id = ${tried.id} AND r.kind = 'failed'`,
  );
  expect(variants).toEqual([{ variant: 0 }, { variant: 0 }]);
});

test.each([
  ["deleted", activities.remove],
  ["cancelled", activities.cancel],
] as const)("a campaign whose next run is just beginning is not %s", async (_, change) => {
  const seller = await buildSeller(api, sandbox, 0);
  const nextRunAt = new Date(Date.now() + 3_600_000);
  const { id } = await buildCampaign(seller.user, { nextRunAt, recurrence: "daily" });
  let commit: () => void = () => undefined;
  const committed = new Promise<void>((resolve) => (commit = resolve));
  let begun: Promise<void> = Promise.resolve();
  await new Promise<void>((locked) => {
    begun = transaction(async () => {
      await execute(sql`SELECT 1 FROM campaigns WHERE id = ${id} FOR UPDATE`);
      await execute(
        sql`INSERT INTO campaign_runs (owner_id, campaign_id, scheduled_for) VALUES (${seller.user.id}, ${id}, now())`,
      );
      locked();
      await committed;
    });
  });
  const answer = callApi(api, change, { params: { id } }, seller.user.headers);
  await until(
    () =>
      firstRow(sql`SELECT 1 FROM pg_locks l JOIN pg_stat_activity a USING (pid)
                   WHERE NOT l.granted AND a.datname = current_database()`),
    "the change to wait",
  );
  commit();
  await begun;
  expect((await answer).status).toBe(409);
  const kept = await firstRow(sql`SELECT next_run_at, deleted_at FROM campaigns WHERE id = ${id}`);
  expect(kept).toEqual({ next_run_at: nextRunAt, deleted_at: null });
});

test("a message that failed before the one that arrived is no duplicate", async () => {
  const tried = await buildTried(["sent"]);
  const { user } = tried.seller;
  await execute(sql`UPDATE campaign_recipients SET text = 'Oi' WHERE owner_id = ${user.id}`);
  await execute(
    sql`WITH chat AS (
          INSERT INTO conversations (owner_id, phone_key, chat_id)
          SELECT owner_id, phone_key, whatsapp || '@s.whatsapp.net' FROM leads WHERE id = ${tried.leadIds[0]} RETURNING id)
        INSERT INTO messages (owner_id, conversation_id, instance_id, provider_message_id, direction, content, sent_at, status_rank)
        SELECT ${user.id}, chat.id, i.id, m.id, 'out', 'Oi', now() - interval '1 hour', m.rank
        FROM chat, whatsapp_instances i, (VALUES ('FIRST', ${MESSAGE_RANK.failed}::int), ('AGAIN', ${MESSAGE_RANK.delivered}::int)) AS m(id, rank)
        WHERE i.owner_id = ${user.id}`,
  );
  const params = { id: tried.id };
  const read = async () =>
    (await callApi(api, activities.results, { params, query: {} }, user.headers)).body.summary;
  expect(await read()).toMatchObject({ sent: 1, duplicated: 0 });
  // A receipt that comes late overrules the failure: it arrived twice after all.
  await execute(
    sql`UPDATE messages SET status_rank = ${MESSAGE_RANK.delivered} WHERE owner_id = ${user.id}`,
  );
  expect(await read()).toMatchObject({ duplicated: 1 });
});
