import { Gauge, Registry } from "prom-client";
import { countJobs } from "@/server/platform/jobs/enqueue";
import { countAllStreams } from "@/server/platform/live/hub";
import { logger } from "@/server/platform/logger";
import { metrics } from "@/server/platform/metrics/metrics";
import { within } from "@/server/platform/within";
import * as repository from "./metrics.repository";

/** Parallel or frequent scrapers share one query of the database. */
const KEPT_MS = 10_000;
const LOOK_WITHIN_MS = 5_000;

/** Metrics of the whole installation, the same from every process. */
const installation = new Registry();
const registers = [installation];

const gauge = <Label extends string = never>(name: string, help: string, labels: Label[] = []) =>
  new Gauge<Label>({ name: `garimpo_${name}`, help, labelNames: labels, registers });

const reachable = gauge("reachable", "Whether database and queue answer.", ["part"]);
const waiting = gauge("waiting", "Rows that wait for a worker, at most 10,000 of a kind.", [
  "what",
]);
const oldest = gauge("waiting_oldest_seconds", "Since when the oldest of them is due.", ["what"]);
const queued = gauge("queue_jobs", "Jobs in the queues, by state.", ["queue", "state"]);
const numbers = gauge("whatsapp_numbers", "WhatsApp numbers, by their connection.", ["status"]);
const sockets = gauge("whatsapp_sockets", "Sockets that workers hold, by state.", ["state"]);
const workers = gauge("workers", "Workers that were seen in the last 30 seconds.");
const letters = gauge("dead_letters", "Webhooks that could not be read or applied.");
const alerts = gauge("billing_alerts", "Open alerts about payments.");
const unmatched = gauge("billing_events_open", "Payment events that wait for an account.");
const registry = gauge("registry_age_days", "Age of the month of the registry that is served.");
const backup = gauge(
  "backup_age_seconds",
  "Since `npm run backup` last ended well; where it never did, since the first account.",
);
const credits = gauge("credits_used_today", "Credits that were spent today, by all accounts.");
const held = gauge("held_copy", "1 while the database is a copy that waits to be confirmed.");
const streams = gauge("streams", "Event streams that are open in this process.");
const statements = gauge(
  "statement_mean_seconds",
  "The slowest statements on average, where pg_stat_statements is installed, by its id.",
  ["id"],
);

let looking: Promise<void> | undefined;
let lookedAt = Number.NEGATIVE_INFINITY;

/** In Prometheus' text format. Values that cannot be read are left out, which `garimpo_reachable` reports. */
export async function readMetrics(): Promise<{ text: string; contentType: string }> {
  if (performance.now() - lookedAt >= KEPT_MS) {
    looking ??= look().finally(() => {
      lookedAt = performance.now();
      looking = undefined;
    });
  }
  await looking;
  streams.set(countAllStreams());
  const all = Registry.merge([metrics, installation]);
  return { text: await all.metrics(), contentType: all.contentType };
}

async function look(): Promise<void> {
  const parts = { database: lookAtDatabase, queue: lookAtQueues };
  await Promise.all(
    Object.entries(parts).map(async ([part, lookAt]) => {
      try {
        await within(LOOK_WITHIN_MS, lookAt());
        reachable.set({ part }, 1);
      } catch (error) {
        logger.warn({ part, err: error }, "metrics not read");
        reachable.set({ part }, 0);
      }
    }),
  );
}

async function lookAtQueues(): Promise<void> {
  for (const { name, waiting, active } of await countJobs()) {
    queued.set({ queue: name, state: "waiting" }, waiting);
    queued.set({ queue: name, state: "active" }, active);
  }
}

async function lookAtDatabase(): Promise<void> {
  const [work, connections, facts, slowest] = await Promise.all([
    repository.findWaiting(),
    repository.countConnections(),
    repository.findFacts(),
    repository.findSlowestStatements(),
  ]);
  for (const { what, count, oldest_s } of work) {
    waiting.set({ what }, count);
    oldest.set({ what }, oldest_s);
  }
  numbers.reset();
  sockets.reset();
  // Set to 0 where none is connected, too: a missing value would raise no alert.
  numbers.set({ status: "CONNECTED" }, 0);
  for (const { kind, state, count } of connections) {
    if (kind === "number") numbers.set({ status: state }, count);
    else sockets.set({ state }, count);
  }
  workers.set(facts.workers);
  letters.set(facts.dead_letters);
  alerts.set(facts.billing_alerts);
  unmatched.set(facts.billing_events);
  backup.set(facts.backup_s);
  credits.set(facts.credits);
  held.set(facts.held ? 1 : 0);
  registry.reset();
  if (facts.registry_days !== null) registry.set(facts.registry_days);
  statements.reset();
  for (const { id, mean_s } of slowest) statements.set({ id }, mean_s);
}
