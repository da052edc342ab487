import { expect, test } from "vitest";
import { credits } from "@/lib/contracts/accounts/credits";
import { activities } from "@/lib/contracts/campaigns/activities";
import { campaigns } from "@/lib/contracts/campaigns/campaigns";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { callApi } from "@/tests/support/api";
import {
  buildSeller,
  type Seller,
  startCampaign,
  statesOf,
  type WorkedRun,
  workOn,
} from "@/tests/support/campaign-work";
import { runWithMessageCost } from "@/tests/support/environments";
import { runApi, runSandbox } from "@/tests/support/running";

/** An installation where each message of a campaign costs three of the day's twenty credits. */
runWithMessageCost();
const sandbox = runSandbox();
const api = runApi({ withoutLimits: true });

async function buildFreeSeller(leadCount: number): Promise<Seller> {
  const seller = await buildSeller(api, sandbox, leadCount);
  await execute(sql`UPDATE accounts SET plan = 'free' WHERE id = ${seller.user.id}`);
  return seller;
}

const balanceOf = async ({ user }: Seller) =>
  (await callApi(api, credits.status, {}, user.headers)).body;
const outcomesOf = async (run: WorkedRun) => (await statesOf(run)).map(({ state }) => state);
const entriesOf = ({ user }: Seller) =>
  rows<{ action: string; amount: number }>(
    sql`SELECT action, amount FROM credit_entries WHERE owner_id = ${user.id} ORDER BY id`,
  );

test("the balance says what a message costs here", async () => {
  const seller = await buildFreeSeller(1);
  expect(await balanceOf(seller)).toMatchObject({ credits_per_message: 3 });
});

test("a campaign that the balance does not cover does not start, and nothing of it stays", async () => {
  const seller = await buildFreeSeller(7);
  const body = { messages: ["Olá, {{empresa}}!"], num_leads: 7 };
  const refused = await callApi(api, campaigns.start, { body }, seller.user.headers);
  expect(refused).toMatchObject({
    status: 402,
    body: {
      error: "Insufficient credits",
      credits_info: { plan: "free", remaining_credits: 20, required_credits: 21 },
    },
  });
  expect(await rows(sql`SELECT id FROM campaigns WHERE owner_id = ${seller.user.id}`)).toHaveLength(
    0,
  );
  // One message less fits.
  const started = await callApi(
    api,
    campaigns.start,
    { body: { ...body, num_leads: 6 } },
    seller.user.headers,
  );
  expect(started.status).toBe(202);
});

test("each message that was sent is charged once, and one that failed is not", async () => {
  const seller = await buildFreeSeller(3);
  await sandbox.control("PUT", `/phones/${seller.leads[1]?.whatsapp}`, { behaviour: "missing" });
  const run = await startCampaign(api, seller);
  await workOn(run);
  expect((await outcomesOf(run)).toSorted()).toEqual(["failed", "sent", "sent"]);
  expect(await balanceOf(seller)).toMatchObject({ credits_used: 6, remaining_credits: 14 });
  expect(await entriesOf(seller)).toEqual([
    { action: "campaign_message", amount: 3 },
    { action: "campaign_message", amount: 3 },
  ]);
});

test("what failed is not tried again without the credits for it, and can be once there are some", async () => {
  const seller = await buildFreeSeller(1);
  await sandbox.control("PUT", `/phones/${seller.leads[0]?.whatsapp}`, { behaviour: "missing" });
  const run = await startCampaign(api, seller);
  await workOn(run);
  expect(await outcomesOf(run)).toEqual(["failed"]);
  const spend = (used: number) =>
    execute(
      sql`INSERT INTO credit_days (owner_id, day, daily_limit, used)
          VALUES (${seller.user.id}, (now() AT TIME ZONE 'America/Sao_Paulo')::date, 20, ${used}::int)
          ON CONFLICT (owner_id, day) DO UPDATE SET used = excluded.used`,
    );
  const retry = () =>
    callApi(api, activities.retryFailed, { params: { id: run.campaign_id } }, seller.user.headers);
  await spend(18);
  expect((await retry()).status).toBe(402);
  await spend(17);
  expect(await retry()).toMatchObject({ status: 202, body: { recipients: 1 } });
});

test("what a search has spent meanwhile is not spent twice: the balance never goes below zero", async () => {
  const seller = await buildFreeSeller(3);
  const run = await startCampaign(api, seller);
  await execute(
    sql`INSERT INTO credit_days (owner_id, day, daily_limit, used)
        VALUES (${seller.user.id}, (now() AT TIME ZONE 'America/Sao_Paulo')::date, 20, 15)
        ON CONFLICT (owner_id, day) DO UPDATE SET used = 15`,
  );
  await workOn(run);
  expect(await outcomesOf(run)).toEqual(["sent", "sent", "sent"]);
  // Five were left: one message is paid for whole, and none in part.
  expect(await balanceOf(seller)).toMatchObject({ credits_used: 18, remaining_credits: 2 });
  expect(await entriesOf(seller)).toHaveLength(1);
});

test("PRO has no limit, and its messages are in the history", async () => {
  const seller = await buildSeller(api, sandbox, 8);
  const run = await startCampaign(api, seller);
  await workOn(run);
  expect(await balanceOf(seller)).toMatchObject({ unlimited: true, credits_used: 24 });
});
