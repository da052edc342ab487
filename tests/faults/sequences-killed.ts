/**
 * A thousand people are enrolled at the same moment while the worker is killed again and again: each has the first message
 * and a planned follow-up, or neither. Then the worker is down for two windows, for some people for a month, and is killed
 * while it makes up for it: who is silent is followed up once, nobody in a burst, and what is too late is recorded as that.
 */
import { until } from "@/sandbox/testing";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { startApi } from "../support/api";
import { buildSeller, type Seller, startCampaign, type WorkedRun } from "../support/campaign-work";
import { readLedger, startOwnSandbox } from "../support/whatsapp";
import { createRandom } from "./campaign-run";
import { report } from "./report";
import { killProcess, startWorkerProcess } from "./worker-process";

const SELLERS = 20;
const LEADS = 50;
const ENROLLED = SELLERS * LEADS;
/** The people of each account whose follow-up is a month late. */
const LATE = 5;
const KILLS = 4;
const WITHIN_MS = 300_000;
const PAUSE_SECONDS = { pause_min_seconds: 1, pause_max_seconds: 2 };
/** The pause is drawn from its least on; a claim takes a moment. */
const BURST_MS = 900;

const random = createRandom();
const sandbox = await startOwnSandbox();
const api = await startApi();
const sellers: Seller[] = [];
for (let count = 0; count < SELLERS; count += 1) {
  sellers.push(await buildSeller(api, sandbox, LEADS));
}

let worker = startWorkerProcess();
const startedAt = Date.now();
const body = {
  ...{ pacing: PAUSE_SECONDS, messages: ["Oi"] },
  steps: [{ messages: ["Conseguiu ver?"], wait_days: 1 }],
};
// Each start twice: the account's one active run decides.
const starts = await Promise.allSettled(
  [...sellers, ...sellers].map((seller) => startCampaign(api, seller, body)),
);
const runs = starts.filter((start) => start.status === "fulfilled").map(({ value }) => value);
const enrolledMs = Date.now() - startedAt;
const runIds = runs.map(({ id }: WorkedRun) => id);

await killAgainAndAgain();
await waitFor("the first messages", async () => (await countIn(1, "pending", "sending")) === 0);
const firstSent = await countIn(1, "sent");
const planned = await countIn(2, "pending");

await killProcess(worker);
await delayFollowUps();
worker = startWorkerProcess();
await killAgainAndAgain();
await waitFor("the campaigns to end", async () => (await countActive()) === 0);
await killProcess(worker);

async function killAgainAndAgain(): Promise<void> {
  for (let kill = 0; kill < KILLS; kill += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1_000 + random() * 4_000));
    await killProcess(worker);
    await passMinute();
    worker = startWorkerProcess();
  }
}

/** The dead worker's leases end, and the messages that it left open are looked up. */
async function passMinute(): Promise<void> {
  await execute(
    sql`UPDATE campaign_runs SET lease_until = lease_until - interval '1 minute', resume_at = NULL
        WHERE id = ANY (${runIds}::int[]) AND lease_until IS NOT NULL`,
  );
  await execute(
    sql`UPDATE sends SET opened_at = opened_at - interval '1 minute', asked_at = asked_at - interval '1 minute'
        WHERE owner_id = ANY (${sellers.map(({ user }) => user.id)}::int[])`,
  );
}

async function waitFor(what: string, isSo: () => Promise<boolean>): Promise<void> {
  let looks = 0;
  await until(
    async () => {
      looks += 1;
      if (looks % 100 === 0) await passMinute();
      return isSo();
    },
    what,
    WITHIN_MS,
  );
}

/** As if the worker had been down for two windows; for some people, for a month. */
async function delayFollowUps(): Promise<void> {
  const late = sellers.flatMap(({ leads }) => leads.slice(0, LATE).map(({ id }) => id));
  await execute(
    sql`UPDATE campaign_recipients
        SET due_at = m.at, not_before = m.at
        FROM (SELECT now() - interval '2 days' AS some, now() - interval '30 days' AS long) AS ago
        CROSS JOIN LATERAL (VALUES (ago.some, false), (ago.long, true)) AS m(at, is_late)
        WHERE run_id = ANY (${runIds}::int[]) AND step = 2 AND state = 'pending'
          AND (lead_id = ANY (${late}::int[])) = m.is_late`,
  );
  await execute(
    sql`UPDATE campaign_runs SET next_send_at = NULL, resume_at = NULL WHERE id = ANY (${runIds}::int[])`,
  );
}

async function countIn(step: number, ...states: string[]): Promise<number> {
  const found = await firstRow<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM campaign_recipients
        WHERE run_id = ANY (${runIds}::int[]) AND step = ${step} AND state = ANY (${states}::text[])`,
  );
  return found?.count ?? 0;
}

async function countActive(): Promise<number> {
  const active = await firstRow<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM campaign_runs
        WHERE id = ANY (${runIds}::int[]) AND status IN ('pending', 'running')`,
  );
  return active?.count ?? 0;
}

/** Messages that one person got in addition to one of each step, according to WhatsApp. */
async function countTwice(): Promise<number> {
  const ledgers = await Promise.all(sellers.map(({ instance }) => readLedger(sandbox, instance)));
  const got = ledgers.flat().map(({ toKey, text }) => `${toKey} ${text}`);
  return got.length - new Set(got).size;
}

/** Follow-ups of one number that were claimed closer together than its pause. */
async function countBursts(): Promise<number> {
  const claims = await rows<{ gap_ms: number }>(
    sql`SELECT extract(epoch FROM claimed_at - lag(claimed_at) OVER (PARTITION BY run_id ORDER BY claimed_at))::float8 * 1000 AS gap_ms
        FROM campaign_recipients WHERE run_id = ANY (${runIds}::int[]) AND step = 2 AND state = 'sent'`,
  );
  return claims.filter(({ gap_ms }) => gap_ms !== null && gap_ms < BURST_MS).length;
}

const skipped = await rows<{ cause: string; count: number }>(
  sql`SELECT cause, count(*)::int AS count FROM campaign_recipients
      WHERE run_id = ANY (${runIds}::int[]) AND step = 2 AND state = 'skipped' GROUP BY cause`,
);
const lateOnes = skipped.find(({ cause }) => cause === "late")?.count ?? 0;
const otherwise = skipped.reduce((sum, { count }) => sum + count, 0) - lateOnes;
const unknown = (await countIn(1, "unknown")) + (await countIn(2, "unknown"));
const followed = await countIn(2, "sent", "unknown");
const twice = await countTwice();
const bursts = await countBursts();
report({
  enrolled: { value: ENROLLED, holds: runs.length === SELLERS },
  "ms to enrol": { value: enrolledMs, holds: true },
  "worker kills": { value: 2 * KILLS + 1, holds: true },
  "first messages": {
    value: firstSent,
    holds: firstSent + (await countIn(1, "unknown")) === ENROLLED,
  },
  "forgotten between two steps": { value: firstSent - planned, holds: planned >= firstSent },
  "followed up": { value: followed, holds: followed + lateOnes === planned && followed > 0 },
  "recorded as late": { value: lateOnes, holds: lateOnes > 0 && lateOnes <= SELLERS * LATE },
  "dropped otherwise": { value: otherwise, holds: otherwise === 0 },
  "in a burst": { value: bursts, holds: bursts === 0 },
  twice: { value: twice, holds: twice === 0 },
  unknown: { value: unknown, holds: unknown <= (2 * KILLS + 1) * SELLERS },
});
