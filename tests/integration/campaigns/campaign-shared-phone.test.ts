import { expect, test } from "vitest";
import { campaigns } from "@/lib/contracts/campaigns/campaigns";
import type { SendingPolicy } from "@/lib/domain/campaigns/pacing";
import { getSaoPauloDay } from "@/lib/domain/time/sao-paulo-day";
import { findNextRecipients } from "@/server/campaigns/campaigns/delivery.repository";
import {
  claimSends,
  type ReadySend,
} from "@/server/campaigns/campaigns/engine/claim-sends.service";
import type { Run } from "@/server/campaigns/campaigns/engine/run-waits.service";
import { getPolicy } from "@/server/campaigns/campaigns/gates/pacing.service";
import { lockRuns } from "@/server/campaigns/campaigns/runs.repository";
import { trimTable } from "@/server/custody/trimming/trimming.service";
import { findSender } from "@/server/messaging/whatsapp/instances.service";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { transaction } from "@/server/platform/db/transaction";
import { callApi } from "@/tests/support/api";
import {
  buildSeller,
  holdRun,
  type Seller,
  startCampaign,
  type WorkedRun,
  workOn,
} from "@/tests/support/campaign-work";
import { runWithCaps } from "@/tests/support/environments";
import { runApi, runSandbox } from "@/tests/support/running";

runWithCaps();

/** What several accounts that have connected one phone send counts for the phone. */
const sandbox = runSandbox();
const api = runApi({ withoutLimits: true });
const PHONE = "5511900030001";

async function buildSellers(count: number, leadCount: number): Promise<Seller[]> {
  await execute(sql`UPDATE whatsapp_instances SET number = NULL WHERE number = ${PHONE}`);
  await execute(sql`UPDATE campaign_recipients SET sender_key = NULL WHERE sender_key = ${PHONE}`);
  await execute(sql`DELETE FROM number_days WHERE sender_key = ${PHONE}`);
  await execute(sql`DELETE FROM number_paces WHERE sender_key = ${PHONE}`);
  const sellers: Seller[] = [];
  for (let at = 0; at < count; at += 1) {
    sellers.push(await buildSeller(api, sandbox, leadCount, PHONE));
  }
  return sellers;
}

const countSent = async ({ user }: Seller) =>
  (
    await rows(
      sql`SELECT 1 FROM campaign_recipients WHERE owner_id = ${user.id} AND state = 'sent'`,
    )
  ).length;
const countClaimed = async () =>
  (await rows(sql`SELECT 1 FROM campaign_recipients WHERE sender_key = ${PHONE}`)).length;

/** Until the phone's cap holds it. */
async function workUntilHeld(run: WorkedRun): Promise<WorkedRun> {
  for (let round = 0; round < 400; round += 1) {
    const worked = await workOn(run);
    if (worked.notice?.includes("por hora")) return worked;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("not held");
}

test("three accounts on one phone share its cap, and each of them gets its turns", async () => {
  const sellers = await buildSellers(3, 8);
  const runs = await Promise.all(sellers.map((seller) => startCampaign(api, seller)));
  await Promise.all(runs.map(workUntilHeld));
  const sent = await Promise.all(sellers.map(countSent));
  expect(sent.reduce((sum, count) => sum + count, 0)).toBe(10);
  expect(Math.min(...sent)).toBeGreaterThanOrEqual(3);
  // What another account sees is the phone's count, and nothing else.
  const health = await callApi(api, campaigns.numberHealth, {}, sellers[0]?.user.headers);
  expect(health.body).toMatchObject({ last_hour: 10, today: 10, sent: sent[0], sending_day: 1 });
  expect(
    await firstRow(
      sql`SELECT day::text, first_contacts FROM number_days WHERE sender_key = ${PHONE}`,
    ),
  ).toEqual({ day: getSaoPauloDay(new Date()), first_contacts: 10 });
});

/** Each call claims one message of another account on the phone, and returns what is reported about its recipient. */
async function buildClaims(count: number) {
  const waiting = await buildSellers(count, 1);
  const policy = { ...getPolicy({}), pauseMinMs: 0, pauseMaxMs: 0, restAfter: null };
  return async (changes: Partial<ReadySend["recipient"]>, caution: Partial<SendingPolicy> = {}) => {
    const seller = waiting.pop();
    if (!seller) throw new Error("no seller is left");
    return claimNext(
      await holdRun(await startCampaign(api, seller)),
      { ...policy, ...caution },
      changes,
    );
  };
}

const claimNext = (run: Run, policy: SendingPolicy, changes: Partial<ReadySend["recipient"]>) =>
  transaction(async () => {
    await lockRuns([run]);
    const [recipient] = await findNextRecipients([run.id]);
    const sender = await findSender(run.ownerId, "default");
    if (!recipient || !sender) throw new Error("nothing to send");
    const asked = { ...recipient, ...changes };
    const ready: ReadySend = { run, recipient: asked, sender, policy, text: "Oi", filled: null };
    return (await claimSends([ready]))[0];
  });

test("of two messages that are claimed together on one phone one goes out, and the other is decided anew", async () => {
  const sellers = await buildSellers(2, 1);
  const policy = { ...getPolicy({}), pauseMinMs: 0, pauseMaxMs: 0, restAfter: null };
  const runs = await Promise.all(
    sellers.map(async (seller) => holdRun(await startCampaign(api, seller))),
  );
  const claimed = await transaction(async () => {
    await lockRuns(runs);
    const ready = await Promise.all(
      runs.map(async (run): Promise<ReadySend> => {
        const [recipient] = await findNextRecipients([run.id]);
        const sender = await findSender(run.ownerId, "default");
        if (!recipient || !sender) throw new Error("nothing to send");
        return { run, recipient, sender, policy, text: "Oi", filled: null };
      }),
    );
    return claimSends(ready);
  });
  expect(claimed.map((step) => step.do)).toEqual(["send", "continue"]);
  expect(await countClaimed()).toBe(1);
});

test("claims at the same moment never pass the cap together", async () => {
  const sellers = await buildSellers(8, 1);
  const held = await Promise.all(
    sellers.map(async (seller) => holdRun(await startCampaign(api, seller))),
  );
  const policy = { ...getPolicy({ hourly_cap: 3 }), pauseMinMs: 0, pauseMaxMs: 0, restAfter: null };
  const claims = await Promise.all(held.map(async (run) => (await claimNext(run, policy, {}))?.do));
  expect(claims.filter((done) => done === "send")).toHaveLength(3);
  expect(await countClaimed()).toBe(3);
});

test("a message that is tried again counts once a day for the phone, and a known person's never", async () => {
  const claim = await buildClaims(4);
  const yesterday = new Date(Date.now() - 86_400_000);
  const countToday = async () =>
    (
      await firstRow<{ first_contacts: number }>(
        sql`SELECT first_contacts FROM number_days WHERE sender_key = ${PHONE} AND day = ${getSaoPauloDay(new Date())}::date`,
      )
    )?.first_contacts ?? 0;
  expect(await claim({ first_contact: false, claimed_at: null })).toMatchObject({ do: "send" });
  expect(await countToday()).toBe(0);
  expect(await claim({ first_contact: true, claimed_at: new Date() })).toMatchObject({
    do: "send",
  });
  expect(await countToday()).toBe(0);
  expect(await claim({ first_contact: true, claimed_at: null })).toMatchObject({ do: "send" });
  expect(await countToday()).toBe(1);
  expect(await claim({ first_contact: true, claimed_at: yesterday })).toMatchObject({ do: "send" });
  expect(await countToday()).toBe(2);
});

test("a first contact spreads the day's others over the window, an answer does not", async () => {
  const claim = await buildClaims(3);
  const spread = { spreads: true, dailyCaps: [5], windowFrom: 0, windowTo: 48 * 60 };
  const pauseAfter = async (...asked: Parameters<typeof claim>) => {
    const claimed = await claim(...asked);
    if (claimed?.do !== "send") throw new Error(JSON.stringify(claimed));
    await execute(
      sql`UPDATE number_paces SET next_send_at = now() - interval '1 millisecond' WHERE sender_key = ${PHONE}`,
    );
    return claimed.next.at.getTime() - Date.now();
  };
  expect(await pauseAfter({}, { dailyCaps: [5] })).toBeLessThan(60_000);
  // Three more in more than a day, give or take the half of it.
  expect(await pauseAfter({}, spread)).toBeGreaterThan(3_600_000);
  expect(await pauseAfter({ first_contact: false }, spread)).toBeLessThan(60_000);
});

test("a phone that has just written waits until it may, whoever asks", async () => {
  const claim = await buildClaims(2);
  expect(await claim({})).toMatchObject({ do: "send" });
  const until = new Date(Date.now() + 3_600_000);
  await execute(sql`UPDATE number_paces SET next_send_at = ${until} WHERE sender_key = ${PHONE}`);
  expect(await claim({})).toEqual({ do: "wait", until });
  expect(await countClaimed()).toBe(1);
});

test("an account that has just written on a phone leaves its next turn to the one that waits", async () => {
  const [first, second] = await buildSellers(2, 2);
  if (!first || !second) throw new Error("no sellers");
  const policy = { ...getPolicy({}), pauseMinMs: 0, pauseMaxMs: 0, restAfter: null };
  const run = await holdRun(await startCampaign(api, first));
  const waiting = await holdRun(await startCampaign(api, second));
  const free = () =>
    execute(
      sql`UPDATE number_paces SET next_send_at = now() - interval '1 millisecond' WHERE sender_key = ${PHONE}`,
    );
  expect(await claimNext(run, policy, {})).toMatchObject({ do: "send" });
  await free();
  const wait = await claimNext(run, policy, {});
  if (wait?.do !== "wait") throw new Error(JSON.stringify(wait));
  const pauseMs = wait.until.getTime() - Date.now();
  expect(pauseMs).toBeGreaterThan(0);
  expect(pauseMs).toBeLessThanOrEqual(500);
  expect(await claimNext(waiting, policy, {})).toMatchObject({ do: "send" });
  await free();
  expect(await claimNext(run, policy, {})).toMatchObject({ do: "send" });
});

test("a claim keeps the phone's other accounts waiting for its pause, and counts down to its rest", async () => {
  const claim = await buildClaims(2);
  const paced = { pauseMinMs: 600_000, pauseMaxMs: 600_000, restAfter: 9 };
  const claimed = await claim({}, paced);
  if (claimed?.do !== "send") throw new Error(JSON.stringify(claimed));
  expect(claimed.next.at.getTime() - Date.now()).toBeGreaterThan(500_000);
  expect(claimed.next.blockLeft).toBeGreaterThan(0);
  expect(
    await firstRow(
      sql`SELECT next_send_at, block_left FROM number_paces WHERE sender_key = ${PHONE}`,
    ),
  ).toEqual({ next_send_at: claimed.next.at, block_left: claimed.next.blockLeft });
  expect(await claim({}, paced)).toEqual({ do: "wait", until: claimed.next.at });
});

test("a phone's ladder counts the days on which it wrote, since it was last away for long", async () => {
  const [seller] = await buildSellers(1, 0);
  if (!seller) throw new Error("no seller");
  const read = async () =>
    (await callApi(api, campaigns.numberHealth, {}, seller.user.headers)).body;
  await execute(
    sql`UPDATE whatsapp_instances SET paired_at = now() - interval '9 days' WHERE owner_id = ${seller.user.id}`,
  );
  // Paired for nine days, it has not written on one.
  expect(await read()).toMatchObject({ paired_days: 9, sending_day: 1 });
  await execute(
    sql`INSERT INTO number_days (sender_key, day, first_contacts)
        SELECT ${PHONE}, (now() AT TIME ZONE 'America/Sao_Paulo')::date - days, 4 FROM unnest('{0,2,5,20,500}'::int[]) AS days`,
  );
  expect(await read()).toMatchObject({ sending_day: 3 });
  // Another account has had the phone connected for longer.
  const other = await buildSeller(api, sandbox, 0, PHONE);
  await execute(
    sql`UPDATE whatsapp_instances SET paired_at = now() - interval '30 days' WHERE owner_id = ${other.user.id}`,
  );
  expect(await read()).toMatchObject({ sending_day: 4 });
  await trimTable("number_days");
  expect(await rows(sql`SELECT 1 FROM number_days WHERE sender_key = ${PHONE}`)).toHaveLength(4);
});
