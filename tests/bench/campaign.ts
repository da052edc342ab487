/**
 * Campaign messages per second of one worker without pauses, to 5,000 recipients of 100 owners whose numbers are
 * known to be on WhatsApp, in each of five rounds, on both queue backends. The reference makes the same HTTP call and one
 * UPDATE per recipient at the same concurrency, in a separate process; rounds alternate.
 */
import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { until } from "@/sandbox/testing";
import { startRedis } from "@/scripts/redis.mjs";
import { createCampaign } from "@/server/campaigns/campaigns/campaigns.repository";
import { startRuns } from "@/server/campaigns/campaigns/plan/campaigns.service";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { transaction } from "@/server/platform/db/transaction";
import { actorOf } from "../factories/users";
import { killProcess } from "../faults/worker-process";
import { startOwnSandbox } from "../support/whatsapp";
import { type BenchOwner, buildBenchOwner } from "./campaign-owners";
import type { ReferenceTask } from "./campaign-reference";
import { type Measurement, median } from "./measurement";

const OWNERS = 100;
const ROUNDS = 5;
const PER_OWNER = 50;
const TARGET = 0.45;

const sandbox = await startOwnSandbox({ evolutionApiKey: process.env["EVOLUTION_API_KEY"] ?? "" });
const redis = await startRedis();
if (!redis) console.log("No redis-server on this machine: the Redis half is left out.");
const backends = [
  { name: "PostgreSQL", environment: {} },
  ...(redis ? [{ name: "Redis", environment: { REDIS_URL: redis.url } }] : []),
];
const owners: BenchOwner[] = [];
for (let owner = 0; owner < OWNERS; owner += 1) {
  // One more round for each backend, as a warm-up.
  owners.push(await buildBenchOwner(sandbox, PER_OWNER * (ROUNDS + 1) * backends.length));
}
await execute(
  sql`CREATE TABLE bench_recipients (id SERIAL PRIMARY KEY, state text NOT NULL DEFAULT 'pending', message_id text)`,
);
const reference = startChild("campaign-reference.ts", {});
await new Promise((resolve) => reference.once("message", resolve));

const measurements: Measurement[] = [];
for (const { name, environment } of backends) {
  const worker = fork(join(import.meta.dirname, "../../workers/main.ts"), [], {
    execArgv: ["--max-old-space-size=512", "--import", "tsx"],
    env: {
      ...process.env,
      CAMPAIGN_PAUSE_MIN_MS: "0",
      CAMPAIGN_PAUSE_MAX_MS: "0",
      // Messages that the reference sends from these phones would be read as missed messages, and measured with ours.
      WHATSAPP_PROBE_SECONDS: "3600",
      ...environment,
    },
  });
  process.once("exit", () => worker.kill("SIGKILL"));
  const rates = { reference: [] as number[], ours: [] as number[] };
  for (let round = -1; round < ROUNDS; round += 1) {
    const [theirs, ours] = [await measureReference(), await measureCampaigns()];
    if (round < 0) continue;
    rates.reference.push(theirs);
    rates.ours.push(ours);
  }
  await killProcess(worker);
  const [theirs, ours] = [median(rates.reference), median(rates.ours)];
  measurements.push({
    what: `campaign: messages of one worker, ${OWNERS} owners, queue in ${name}`,
    unit: "messages/s",
    reference: theirs,
    ours,
    ratio: ours / theirs,
    target: `≥ ${TARGET.toFixed(2)}`,
  });
}
reference.kill("SIGKILL");
redis?.stop();
process.send?.(measurements, () => process.exit(0));

async function measureReference(): Promise<number> {
  const tasks: ReferenceTask[] = [];
  for (const owner of owners) {
    const numbers = await rows<{ whatsapp: string }>(
      sql`SELECT whatsapp FROM leads WHERE owner_id = ${owner.id} ORDER BY id LIMIT ${PER_OWNER}`,
    );
    const stored = await rows<{ id: number }>(
      sql`INSERT INTO bench_recipients (state) SELECT 'pending' FROM generate_series(1, ${numbers.length}::int) RETURNING id`,
    );
    for (const [at, { whatsapp }] of numbers.entries()) {
      tasks.push({ instance: owner.instance, number: whatsapp, id: stored[at]?.id ?? 0 });
    }
  }
  return new Promise((resolve) => {
    reference.once("message", (rate) => resolve(rate as number));
    reference.send(tasks);
  });
}

/** From the first claim to the last outcome. */
async function measureCampaigns(): Promise<number> {
  const campaignIds: number[] = [];
  for (const owner of owners) {
    campaignIds.push(
      await transaction(async () => {
        const campaignId = await createCampaign(actorOf(owner), {
          name: null,
          numLeads: PER_OWNER,
          messages: ["Oi, tudo bem?"],
          legalBasis: null,
          instanceIds: [],
          listIds: [],
          leadIds: [],
          tagIds: [],
          repeatLeads: false,
          optOutLine: false,
          templates: null,
          optIn: false,
          pacing: {},
          steps: [],
          exceptIds: [],
          scheduledAt: null,
          nextRunAt: null,
          recurrence: "none",
          requestId: null,
        });
        const recipients = await startRuns(actorOf(owner), {
          campaignId,
          instanceIds: [],
          numLeads: PER_OWNER,
          variants: 1,
          due: new Date(),
          audience: { listIds: [], repeatLeads: false },
        });
        if (recipients !== PER_OWNER) throw new Error(`${recipients} recipients`);
        return campaignId;
      }),
    );
  }
  const inRuns = sql`FROM campaign_recipients p JOIN campaign_runs r ON r.id = p.run_id WHERE r.campaign_id = ANY (${campaignIds}::int[])`;
  const wanted = OWNERS * PER_OWNER;
  await until(
    async () => {
      const left = await firstRow<{ left: number }>(
        sql`SELECT count(*)::int AS left FROM campaign_runs WHERE campaign_id = ANY (${campaignIds}::int[]) AND status <> 'completed'`,
      );
      await new Promise((resolve) => setTimeout(resolve, 200));
      return left?.left === 0;
    },
    "the runs to end",
    300_000,
  );
  const measured = await firstRow<{ sent: number; seconds: number }>(
    sql`SELECT (count(*) FILTER (WHERE p.state = 'sent'))::int AS sent,
               extract(epoch FROM max(p.settled_at) - min(p.claimed_at))::float8 AS seconds ${inRuns}`,
  );
  if (measured?.sent !== wanted) throw new Error(`${measured?.sent} of ${wanted} were sent.`);
  return wanted / measured.seconds;
}

function startChild(file: string, environment: Record<string, string>): ChildProcess {
  const child = fork(join(import.meta.dirname, file), [], {
    execArgv: ["--import", "tsx"],
    env: { ...process.env, ...environment },
  });
  process.once("exit", () => child.kill("SIGKILL"));
  return child;
}
