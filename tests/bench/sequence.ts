/**
 * Planning the follow-ups of sent messages: the second step of 100,000 recipients of 100 accounts, in the groups in which
 * the worker records its messages. The reference is one UPDATE of as many recipients at once; rounds alternate.
 */
import PQueue from "p-queue";
import type { FollowingStep } from "@/server/campaigns/campaigns/delivery.repository";
import { planFollowUps } from "@/server/campaigns/campaigns/engine/follow-ups.service";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { groupTransactions } from "@/server/platform/db/transaction";
import { withoutLimit } from "@/tests/support/without-limit";
import { type Measurement, median } from "./measurement";

const OWNERS = 100;
const STEPS = 100_000;
const ROUNDS = 5;
const AT_ONCE = 100;

await execute(
  sql`INSERT INTO users (name, email, whatsapp, password_hash, plan)
      SELECT 'Ana', 'bench' || n || '@teste.example', '5511999990000', 'none', 'pro' FROM generate_series(1, ${OWNERS}::int) AS n`,
);
await withoutLimit(() =>
  execute(
    sql`WITH campaign AS (
        INSERT INTO campaigns (owner_id, number, name, num_leads, messages, list_ids)
        SELECT id, 1, 'Campanha 1', 1, '{Oi}', '{}' FROM users WHERE email LIKE 'bench%@teste.example' RETURNING id, owner_id
      ), step AS (
        INSERT INTO campaign_steps (campaign_id, owner_id, step, messages, wait_days) SELECT id, owner_id, 2, '{Oi}', 2 FROM campaign
      ), run AS (
        INSERT INTO campaign_runs (owner_id, campaign_id, scheduled_for, status) SELECT owner_id, id, now(), 'running' FROM campaign
        RETURNING id, owner_id
      )
      INSERT INTO campaign_recipients (run_id, owner_id, phone_key, number, variant, state, text, claimed_at, settled_at)
      SELECT id, owner_id, '5511' || (80000000 + n), '55119' || (80000000 + n), 0, 'sent', 'Oi', now(), now()
      FROM run, generate_series(1, ${STEPS / OWNERS}::int) AS n ORDER BY n, id`,
  ),
);
await execute(sql`ANALYZE campaign_recipients`);
const recipients = await rows<{ id: number; owner_id: number }>(
  sql`SELECT id, owner_id FROM campaign_recipients ORDER BY id`,
);

const planStep = groupTransactions(async (sent: readonly [number, FollowingStep][]) => {
  await planFollowUps(new Map(sent));
  return sent;
});
const following = { wait_days: 2, window_from: null, window_to: null, pacing: {} };
const rates = { ours: [] as number[], reference: [] as number[] };
for (let round = 0; round < ROUNDS; round += 1) {
  const part = recipients.filter((_recipient, place) => place % ROUNDS === round);
  rates.reference.push(
    await measureRate(part, ({ id }) =>
      execute(
        sql`UPDATE campaign_recipients SET not_before = now() - interval '1 millisecond' WHERE id = ${id}`,
      ),
    ),
  );
  rates.ours.push(
    await measureRate(part, ({ id, owner_id }) => planStep([id, { owner_id, ...following }])),
  );
}
const planned = await firstRow<{ count: number }>(
  sql`SELECT count(*)::int AS count FROM campaign_recipients WHERE step = 2 AND state = 'pending'`,
);
if (planned?.count !== STEPS) throw new Error(`${planned?.count} of ${STEPS} were planned.`);
const [reference, ours] = [median(rates.reference), median(rates.ours)];
const measurements: Measurement[] = [
  {
    what: `sequence: steps planned, of ${STEPS} of ${OWNERS} accounts`,
    unit: "steps/s",
    reference,
    ours,
    ratio: ours / reference,
    target: "≥ 0.60",
  },
];
process.send?.(measurements, () => process.exit(0));

/** Per second. */
async function measureRate<T>(all: readonly T[], work: (each: T) => Promise<unknown>) {
  const queue = new PQueue({ concurrency: AT_ONCE });
  const startedAt = performance.now();
  await queue.addAll(all.map((each) => () => work(each)));
  return (1_000 * all.length) / (performance.now() - startedAt);
}
