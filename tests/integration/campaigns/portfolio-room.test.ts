import { afterAll, expect, test } from "vitest";
import { campaigns } from "@/lib/contracts/campaigns/campaigns";
import { getSaoPauloDay, getSaoPauloDayBounds } from "@/lib/domain/time/sao-paulo-day";
import { until } from "@/sandbox/testing";
import { findNextRecipients } from "@/server/campaigns/campaigns/delivery.repository";
import {
  claimSends,
  type ReadySend,
} from "@/server/campaigns/campaigns/engine/claim-sends.service";
import { getPolicy } from "@/server/campaigns/campaigns/gates/pacing.service";
import { findSenderRoomHold } from "@/server/campaigns/campaigns/gates/portfolio-room.service";
import { lockRuns } from "@/server/campaigns/campaigns/runs.repository";
import { askPortfolioLimits } from "@/server/messaging/portfolios/portfolios.service";
import { findSender } from "@/server/messaging/whatsapp/instances.service";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { transaction } from "@/server/platform/db/transaction";
import { closeQueues } from "@/server/platform/jobs/enqueue";
import { buildLead } from "@/tests/factories/leads";
import { buildUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import {
  holdRun,
  passTime,
  type Seller,
  setPhone,
  statesOf,
  type WorkedRun,
  workOn,
} from "@/tests/support/campaign-work";
import {
  connectNumber,
  graphWebhook,
  newPhoneNumberId,
  postSigned,
  textOf,
  toMessage,
  toWebhook,
} from "@/tests/support/cloud";
import { runWithCloudAndCaps } from "@/tests/support/environments";
import { runApi, runSandbox } from "@/tests/support/running";
import {
  buildCloudSeller,
  type CloudSeller,
  controlGraph,
  startTemplates,
} from "@/tests/support/template-campaigns";

runWithCloudAndCaps();

/** By the Cloud API Meta's limit of people is what holds back, and the caps that protect a phone do not. */
const api = runApi({ withoutLimits: true });
const sandbox = runSandbox({ graphWebhook: graphWebhook() });

afterAll(closeQueues);

const tellLimit = ({ account }: CloudSeller, limit: number | null) =>
  execute(
    sql`INSERT INTO portfolio_limits (account_ref, daily_limit, told_at, asked_at) VALUES (${account}, ${limit}, now(), now())
        ON CONFLICT (account_ref) DO UPDATE SET daily_limit = excluded.daily_limit, told_at = now(), asked_at = now()`,
  );

/** Another account with a number of the same business account. */
async function buildNeighbour({ account }: CloudSeller, leadCount: number): Promise<Seller> {
  const user = await buildUser({ plan: "pro" });
  const phoneId = await connectNumber(api, user, newPhoneNumberId(), account);
  const leads = [];
  for (let at = 0; at < leadCount; at += 1) {
    leads.push(await buildLead(user.id));
    await setPhone(sandbox, leads.at(-1)?.whatsapp, "receives");
  }
  return { user, leads, instance: phoneId };
}

/** Until it has ended, or the limit holds it. */
async function workThrough(run: WorkedRun): Promise<WorkedRun> {
  for (let round = 0; round < 200; round += 1) {
    const worked = await workOn(run);
    if (worked.status === "completed" || worked.notice?.includes("portfólio")) return worked;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("neither over nor held");
}

const countSent = async (run: WorkedRun) =>
  (await statesOf(run)).filter(({ state }) => state === "sent").length;
const readHealth = async ({ user }: Seller) =>
  (await callApi(api, campaigns.numberHealth, {}, user.headers)).body;

test("the caps of a phone hold no number of the Cloud API back, and a campaign's own caps do", async () => {
  const seller = await buildCloudSeller(api, sandbox, 12);
  await tellLimit(seller, 250);
  const run = await startTemplates(api, seller);
  expect(await workThrough(run)).toMatchObject({ status: "completed" });
  expect(await countSent(run)).toBe(12);
  expect(await readHealth(seller)).toMatchObject({
    daily_cap: null,
    hourly_cap: null,
    ladder: [],
    room: { limit: 250, used: 12, left: 238 },
  });
  expect(getPolicy({ daily_cap: 7, hourly_cap: 3 })).toMatchObject({
    dailyCaps: [7],
    hourlyCap: 3,
    spreads: false,
  });
});

test("a full portfolio holds strangers until somebody leaves the 24 hours, and says when", async () => {
  const seller = await buildCloudSeller(api, sandbox, 3);
  await tellLimit(seller, 2);
  // The third one is for tomorrow, which is announced before the start.
  const body = { num_leads: 3 };
  const preview = await callApi(api, campaigns.audience, { body }, seller.user.headers);
  expect(new Date(preview.body.ends_at ?? 0)).toEqual(getSaoPauloDayBounds(new Date()).end);
  const own = { num_leads: 2, pacing: { daily_cap: 1 } };
  const slower = await callApi(api, campaigns.audience, { body: own }, seller.user.headers);
  expect(slower.body.ends_at).toBe(preview.body.ends_at);
  const run = await startTemplates(api, seller);
  const held = await workThrough(run);
  expect(held).toMatchObject({ status: "running", trouble_since: null });
  expect(held.notice).toMatch(
    /^A Meta deixa o portfólio escrever a 2 pessoas novas em 24 horas, e esse limite foi atingido: a prospecção continua amanhã às \d\d:\d\d\.$/,
  );
  expect(await statesOf(run)).toMatchObject([
    { state: "sent" },
    { state: "sent" },
    { state: "pending" },
  ]);
  expect((await readHealth(seller)).room).toEqual({ limit: 2, used: 2, left: 0 });
  const look = held.next_send_at?.getTime() ?? 0;
  expect(look).toBeGreaterThan(Date.now() + 10 * 60_000);
  expect(look).toBeLessThanOrEqual(Date.now() + 15 * 60_000);
  // The latest of them but one leaves the 24 hours in a minute.
  await execute(
    sql`UPDATE messages SET sent_at = now() - interval '23 hours 59 minutes' WHERE owner_id = ${seller.user.id}`,
  );
  const sender = await findSender(seller.user.id, "default");
  const hold = sender && (await findSenderRoomHold(sender));
  if (!hold || !("until" in hold)) throw new Error("not held");
  expect(Math.abs(hold.until.getTime() - Date.now() - 60_000)).toBeLessThan(10_000);
  const isToday = getSaoPauloDay(hold.until) === getSaoPauloDay(new Date());
  expect(hold.notice).toContain(`a prospecção continua ${isToday ? "hoje" : "amanhã"} às`);
  // The first of them was written to a day ago.
  await execute(
    sql`UPDATE messages SET sent_at = now() - interval '24 hours 1 second'
        WHERE id = (SELECT min(id) FROM messages WHERE owner_id = ${seller.user.id})`,
  );
  await passTime(run);
  expect(await workThrough(run)).toMatchObject({ status: "completed" });
  expect(await countSent(run)).toBe(3);
});

test("what failed takes no place, what may have arrived and what the chat sent do", async () => {
  const seller = await buildCloudSeller(api, sandbox, 4);
  await tellLimit(seller, 4);
  const run = await startTemplates(api, seller);
  await workThrough(run);
  const used = async () => (await readHealth(seller)).room?.used;
  expect(await used()).toBe(4);
  const [first, second] = await rows<{ id: number }>(
    sql`SELECT id FROM messages WHERE owner_id = ${seller.user.id} ORDER BY id`,
  );
  await execute(sql`UPDATE messages SET status_rank = 3 WHERE id = ${first?.id}`);
  expect(await used()).toBe(3);
  await execute(sql`DELETE FROM messages WHERE id = ${second?.id}`);
  expect(await used()).toBe(2);
  await execute(
    sql`UPDATE campaign_recipients SET state = 'unknown', cause = 'unconfirmed'
        WHERE id = (SELECT min(id) + 1 FROM campaign_recipients WHERE run_id = ${run.id})`,
  );
  expect(await used()).toBe(3);
});

test("who wrote within 24 hours is no stranger to Meta, and takes no place", async () => {
  const seller = await buildCloudSeller(api, sandbox, 3);
  const [, yesterday, today] = seller.leads.map(({ whatsapp }) => whatsapp ?? "");
  const write = async (id: string, from: string) =>
    postSigned(
      api,
      toWebhook({ phoneId: seller.phoneId, messages: [toMessage(id, from, textOf("Oi"))] }),
    );
  await write("wamid.y", yesterday ?? "");
  await execute(
    sql`UPDATE messages SET sent_at = now() - interval '25 hours' WHERE owner_id = ${seller.user.id}`,
  );
  await write("wamid.t", today ?? "");
  await execute(
    sql`UPDATE messages SET sent_at = now() - interval '23 hours'
        WHERE owner_id = ${seller.user.id} AND sent_at > now() - interval '24 hours'`,
  );
  await execute(
    sql`UPDATE conversations SET archived_at = now() WHERE owner_id = ${seller.user.id}`,
  );
  await tellLimit(seller, 1);
  const run = await startTemplates(api, seller, { repeat_leads: true });
  expect((await workThrough(run)).notice).toContain("1 pessoa nova em 24 horas");
  expect(await statesOf(run)).toMatchObject([
    { state: "sent" },
    { state: "pending" },
    { state: "sent" },
  ]);
  expect((await readHealth(seller)).room).toEqual({ limit: 1, used: 1, left: 0 });
});

test("numbers of one business account share its limit, and never pass it at one moment", async () => {
  const seller = await buildCloudSeller(api, sandbox, 1);
  const others = [];
  for (let at = 0; at < 5; at += 1) others.push(await buildNeighbour(seller, 1));
  const sellers = [seller, ...others];
  await tellLimit(seller, 3);
  const held = [];
  for (const each of sellers) held.push(await holdRun(await startTemplates(api, each)));
  const policy = { ...getPolicy({}), pauseMinMs: 0, pauseMaxMs: 0, restAfter: null };
  const claims = await Promise.all(
    held.map((run) =>
      transaction(async () => {
        await lockRuns([run]);
        const [recipient] = await findNextRecipients([run.id]);
        const sender = await findSender(run.ownerId, "default");
        if (!recipient || !sender) throw new Error("nothing to send");
        const ready: ReadySend = { run, recipient, sender, policy, text: "Oi", filled: null };
        return (await claimSends([ready]))[0]?.do;
      }),
    ),
  );
  expect(claims.filter((done) => done === "send")).toHaveLength(3);
  expect(claims.filter((done) => done === "wait")).toHaveLength(3);
  const health = await Promise.all(sellers.map(readHealth));
  expect(health.map(({ room }) => room)).toEqual(
    sellers.map(() => ({ limit: 3, used: 3, left: 0 })),
  );
});

test("without a number, a limit or Meta's word an end is estimated by the pauses alone", async () => {
  const [nobody, silent, free] = [
    { user: await buildUser({ plan: "pro" }) },
    await buildCloudSeller(api, sandbox, 1),
    await buildCloudSeller(api, sandbox, 1),
  ];
  await buildLead(nobody.user.id);
  await tellLimit(free, null);
  for (const { user } of [nobody, silent, free]) {
    const body = { num_leads: 1 };
    const preview = await callApi(api, campaigns.audience, { body }, user.headers);
    expect(Date.parse(preview.body.ends_at ?? "")).toBeLessThan(Date.now() + 60_000);
  }
});

test("without a limit, or without Meta's word, nobody is held", async () => {
  const free = await buildCloudSeller(api, sandbox, 2);
  await tellLimit(free, null);
  const run = await startTemplates(api, free);
  expect(await workThrough(run)).toMatchObject({ status: "completed" });
  expect((await readHealth(free)).room).toEqual({ limit: null, used: 2, left: null });
});

test("the limit is asked for every six hours, and silence leaves what was said", async () => {
  const seller = await buildCloudSeller(api, sandbox, 0);
  const read = () =>
    firstRow<{ daily_limit: number | null; told: boolean; asked: boolean }>(
      sql`SELECT daily_limit, told_at IS NOT NULL AS told, asked_at > now() - interval '1 minute' AS asked
          FROM portfolio_limits WHERE account_ref = ${seller.account}`,
    );
  /** Accounts of other tests may come first. */
  const askAll = async () => {
    await until(async () => {
      await askPortfolioLimits.run();
      return (await read())?.asked === true;
    }, "the limit to be asked for");
  };
  await controlGraph("PUT", `${seller.phoneId}/limit`, { tier: "TIER_10K" });
  await askAll();
  expect(await read()).toEqual({ daily_limit: 10_000, told: true, asked: true });
  const age = (hours: number) =>
    execute(
      sql`UPDATE portfolio_limits SET asked_at = now() - make_interval(hours => ${hours}) WHERE account_ref = ${seller.account}`,
    );
  await controlGraph("PUT", `${seller.phoneId}/limit`, { tier: "TIER_OF_TOMORROW" });
  await age(5);
  await askPortfolioLimits.run();
  expect(await read()).toMatchObject({ asked: false });
  await age(6);
  await askAll();
  expect(await read()).toEqual({ daily_limit: 10_000, told: true, asked: true });
});
