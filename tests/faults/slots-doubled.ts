/**
 * Two workers, each with its own tick, over ten slots of twenty accounts: every slot has exactly one run, and every
 * lead exactly one message.
 */
import { activities } from "@/lib/contracts/campaigns/activities";
import { until } from "@/sandbox/testing";
import { execute, firstRow, sql } from "@/server/platform/db/sql";
import { buildLead } from "../factories/leads";
import { buildUser } from "../factories/users";
import { callApi, startApi } from "../support/api";
import { pairWhatsapp, startOwnSandbox } from "../support/whatsapp";
import { countOutcomes, type Seller, toFigures } from "./campaign-run";
import { report } from "./report";
import { killProcess, startWorkerProcess } from "./worker-process";

const ACCOUNTS = 20;
const SLOTS = 10;
const WITHIN_MS = 240_000;

const sandbox = await startOwnSandbox();
const api = await startApi();
const sellers: Seller[] = [];
for (let account = 0; account < ACCOUNTS; account += 1) {
  const user = await buildUser({ plan: "pro" });
  for (let lead = 0; lead < SLOTS; lead += 1) await buildLead(user.id);
  const instance = await pairWhatsapp(api, sandbox, user);
  // Each slot was due within the last hour: all are late, none too late.
  await execute(
    sql`INSERT INTO campaigns (owner_id, number, name, num_leads, messages, list_ids, scheduled_at, next_run_at)
        SELECT ${user.id}, n, 'Campanha ' || n, 1, '{Oi}', '{}', now() - n * interval '1 minute', now() - n * interval '1 minute'
        FROM generate_series(1, ${SLOTS}::int) AS n`,
  );
  const listed = await callApi(api, activities.list, { query: {} }, user.headers);
  sellers.push({ user, instance, campaignId: listed.body.activities[0]?.id ?? 0 });
}
const workers = [startWorkerProcess(), startWorkerProcess()];
await until(
  async () => {
    const left = await firstRow<{ left: number }>(
      sql`SELECT (SELECT count(*) FROM campaigns WHERE next_run_at IS NOT NULL)
               + (SELECT count(*) FROM campaign_runs WHERE status IN ('pending', 'running')) AS left`,
    );
    return Number(left?.left) === 0;
  },
  "all slots",
  WITHIN_MS,
);
await Promise.all(workers.map(killProcess));
const counted = await firstRow<{ runs: number; doubled: number }>(
  sql`SELECT count(*)::int AS runs, (count(*) - count(DISTINCT (campaign_id, scheduled_for)))::int AS doubled FROM campaign_runs`,
);
report({
  slots: { value: ACCOUNTS * SLOTS, holds: counted?.runs === ACCOUNTS * SLOTS },
  doubled: { value: counted?.doubled ?? -1, holds: counted?.doubled === 0 },
  ...toFigures(await countOutcomes(sandbox, sellers), 0),
});
