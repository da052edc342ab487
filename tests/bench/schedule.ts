/**
 * How late 1,000 campaigns of 1,000 owners start that are due at the same second, with one worker on an otherwise idle
 * machine; and that none starts twice.
 */
import { until } from "@/sandbox/testing";
import { execute, firstRow, sql } from "@/server/platform/db/sql";
import { killProcess, startWorkerProcess } from "../faults/worker-process";
import { startOwnSandbox } from "../support/whatsapp";
import type { Measurement } from "./measurement";

const CAMPAIGNS = 1_000;
const LATEST_S = 5;

await startOwnSandbox({ evolutionApiKey: process.env["EVOLUTION_API_KEY"] ?? "" });
// Accounts first: their stages are there once their statement is over.
await execute(
  sql`INSERT INTO users (name, email, whatsapp, password_hash, plan)
      SELECT 'Ana', 'bench' || n || '@teste.example', '5511999990000', 'none', 'pro' FROM generate_series(1, ${CAMPAIGNS}::int) AS n`,
);
await execute(
  sql`WITH owner AS (SELECT id FROM users WHERE email LIKE 'bench%@teste.example'), lead AS (
        INSERT INTO leads (owner_id, name, source, whatsapp, phone_key)
        SELECT id, 'Padaria', 'manual', '55119' || (80000000 + id), '5511' || (80000000 + id) FROM owner
      )
      INSERT INTO campaigns (owner_id, number, name, num_leads, messages, list_ids, scheduled_at, next_run_at)
      SELECT id, 1, 'Campanha 1', 1, '{Oi}', '{}', now() + interval '15 seconds', now() + interval '15 seconds' FROM owner`,
);
const worker = startWorkerProcess();
await until(
  async () => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const left = await firstRow<{ left: number }>(
      sql`SELECT count(*)::int AS left FROM campaigns WHERE next_run_at IS NOT NULL`,
    );
    return left?.left === 0;
  },
  "all to start",
  120_000,
);
await killProcess(worker);
const measured = await firstRow<{ late: number; runs: number }>(
  sql`SELECT count(*)::int AS runs,
             percentile_cont(0.99) WITHIN GROUP (ORDER BY extract(epoch FROM created_at - scheduled_for))::float8 AS late
      FROM campaign_runs`,
);
const late = measured?.late ?? Number.POSITIVE_INFINITY;
const measurements: Measurement[] = [
  {
    what: `schedule: ${CAMPAIGNS} campaigns due at the same second, p99 of how late they start`,
    unit: "s",
    reference: LATEST_S,
    ours: late,
    ratio: LATEST_S / late,
    target: "≥ 1",
  },
  {
    what: `schedule: campaigns per run, of ${CAMPAIGNS}`,
    unit: "",
    reference: CAMPAIGNS,
    ours: measured?.runs ?? 0,
    ratio: measured?.runs === CAMPAIGNS ? 1 : 0,
    target: "≥ 1",
  },
];
process.send?.(measurements, () => process.exit(0));
