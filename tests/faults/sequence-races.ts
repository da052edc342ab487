/**
 * Follow-ups that are due within seconds, each with an answer between one second and one millisecond before. A contact
 * who has answered gets none; in either order everybody has at most one, and a contact who stays silent gets theirs.
 */
import { until } from "@/sandbox/testing";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { startApi } from "../support/api";
import { buildSeller, type Seller, startCampaign, type WorkedRun } from "../support/campaign-work";
import { startOwnSandbox } from "../support/whatsapp";
import { report } from "./report";
import { killProcess, startWorkerProcess } from "./worker-process";

const SELLERS = 10;
const LEADS = 51;
/** The last lead of each account says nothing. */
const RACES = SELLERS * (LEADS - 1);
const WITHIN_MS = 180_000;
/** Over how long the follow-ups of one account are due, and when the first is. */
const SPREAD_MS = 20_000;
const AHEAD_MS = 4_000;

const sandbox = await startOwnSandbox();
const api = await startApi();
const worker = startWorkerProcess();
const runs: { seller: Seller; run: WorkedRun }[] = [];
for (let count = 0; count < SELLERS; count += 1) {
  const seller = await buildSeller(api, sandbox, LEADS);
  const steps = [{ messages: ["Conseguiu ver?"], wait_days: 1 }];
  runs.push({ seller, run: await startCampaign(api, seller, { steps }) });
}
const runIds = runs.map(({ run }) => run.id);
await until(
  async () => {
    const planned = await rows(
      sql`SELECT 1 FROM campaign_recipients WHERE run_id = ANY (${runIds}::int[]) AND step = 2 AND state = 'pending'`,
    );
    return planned.length === SELLERS * LEADS;
  },
  "the first messages",
  WITHIN_MS,
);
// A worker that holds a run still would put it off to the moments that it read before.
await until(
  async () =>
    !(await firstRow(
      sql`SELECT 1 FROM campaign_runs WHERE id = ANY (${runIds}::int[]) AND lease_until IS NOT NULL`,
    )),
  "the runs to wait",
  WITHIN_MS,
);

const begin = Date.now() + AHEAD_MS;
await Promise.all(runs.map(race));
await until(
  async () =>
    !(await firstRow(
      sql`SELECT 1 FROM campaign_runs WHERE id = ANY (${runIds}::int[]) AND status IN ('pending', 'running')`,
    )),
  "the campaigns to end",
  WITHIN_MS,
);

await until(
  async () => {
    const told = await rows(
      sql`SELECT DISTINCT m.conversation_id FROM messages m JOIN campaign_runs r ON r.owner_id = m.owner_id
          WHERE r.id = ANY (${runIds}::int[]) AND m.direction = 'in'`,
    );
    return told.length === RACES;
  },
  "the answers to be stored",
  WITHIN_MS,
);

/** All follow-ups of an account get their moments; its people answer shortly before theirs. */
async function race({ seller, run }: (typeof runs)[number]): Promise<void> {
  const moments = seller.leads.map(() => begin + Math.random() * SPREAD_MS);
  const ids = seller.leads.map(({ id }) => id);
  await execute(
    sql`UPDATE campaign_recipients p SET due_at = m.at, not_before = m.at
        FROM unnest(${ids}::int[], ${moments.map((at) => new Date(at))}::timestamptz[]) AS m(lead_id, at)
        WHERE p.run_id = ${run.id} AND p.step = 2 AND p.lead_id = m.lead_id`,
  );
  await execute(
    sql`UPDATE campaign_runs SET next_send_at = NULL, resume_at = NULL WHERE id = ${run.id}`,
  );
  await Promise.all(
    seller.leads.slice(0, -1).map(async ({ whatsapp }, at) => {
      const answersAt = (moments[at] ?? 0) - 1 - Math.random() * 999;
      await new Promise((resolve) => setTimeout(resolve, answersAt - Date.now()));
      await sandbox.control("POST", `/phones/${whatsapp}/reply`, {
        instance: seller.instance,
        text: "Quem fala?",
      });
    }),
  );
}

interface Outcomes {
  answered: number;
  sent: number;
  ended: number;
  /** Claimed although the answer was stored when the claim began. */
  after: number;
  silent: number;
  twice: number;
}

const outcomes = await firstRow<Outcomes>(
  sql`WITH race AS (
        SELECT p.*, (SELECT min(pg_xact_commit_timestamp(m.xmin)) FROM messages m JOIN conversations v ON v.id = m.conversation_id
                     WHERE v.owner_id = p.owner_id AND v.phone_key = p.phone_key AND m.direction = 'in') AS answer_at,
               (SELECT count(*) FROM messages m JOIN conversations v ON v.id = m.conversation_id
                WHERE v.owner_id = p.owner_id AND v.phone_key = p.phone_key AND m.direction = 'out') AS messages
        FROM campaign_recipients p WHERE p.run_id = ANY (${runIds}::int[]) AND p.step = 2)
      SELECT (count(*) FILTER (WHERE answer_at IS NOT NULL))::int AS answered,
             (count(*) FILTER (WHERE answer_at IS NOT NULL AND state = 'sent'))::int AS sent,
             (count(*) FILTER (WHERE answer_at IS NOT NULL AND state = 'skipped' AND cause = 'answered'))::int AS ended,
             (count(*) FILTER (WHERE state <> 'skipped' AND claimed_at > answer_at))::int AS after,
             (count(*) FILTER (WHERE answer_at IS NULL AND state = 'sent'))::int AS silent,
             (count(*) FILTER (WHERE messages > 2))::int AS twice
      FROM race`,
);
await killProcess(worker);
const { answered = 0, sent = 0, ended = 0, after = 0, silent = 0, twice = 0 } = outcomes ?? {};
report({
  races: { value: answered, holds: answered === RACES },
  "ended by the answer": { value: ended, holds: ended + sent === RACES },
  "sent before the answer": { value: sent, holds: true },
  "sent after the answer": { value: after, holds: after === 0 },
  "silent, and followed up": { value: silent, holds: silent === SELLERS },
  twice: { value: twice, holds: twice === 0 },
});
