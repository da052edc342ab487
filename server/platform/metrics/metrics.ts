import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { env } from "@/server/platform/env";

/**
 * The metrics of this process for Prometheus. Names begin with `garimpo_`, those of Node itself with `nodejs_` and
 * `process_`.
 */
export const metrics = new Registry();
const registers = [metrics];

/** Also measures this process: memory, handles, the delay of its event loop. Once, when it starts. */
export function measureProcess(): void {
  collectDefaultMetrics({ register: metrics });
  new Gauge({
    name: "garimpo_disk_free_ratio",
    help: "Free part of the disks that this process writes to, by folder.",
    labelNames: ["folder"],
    registers,
    async collect() {
      const { MEDIA_DIR, MEDIA_S3_ENDPOINT, REGISTRY_DIR } = env;
      const media = MEDIA_S3_ENDPOINT ? {} : { media: MEDIA_DIR };
      const folders = { ...media, registry: REGISTRY_DIR, temporary: tmpdir() };
      for (const [folder, path] of Object.entries(folders)) {
        const disk = await statfs(path).catch(() => null);
        if (disk && disk.blocks > 0) this.set({ folder }, disk.bavail / disk.blocks);
      }
    },
  });
}

const requestSeconds = new Histogram({
  name: "garimpo_http_request_seconds",
  help: "How long answers of the API took.",
  labelNames: ["endpoint", "status"],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers,
});

/** `endpoint` is the contract's method and path, never the requested address. */
export function countRequest(endpoint: string, status: number, ms: number): void {
  requestSeconds.observe({ endpoint, status: `${Math.floor(status / 100)}xx` }, ms / 1000);
}

const sends = new Counter({
  name: "garimpo_sends_total",
  help: "Messages that were handed to WhatsApp, by what came of it.",
  labelNames: ["outcome"],
  registers,
});

export function countSend(outcome: string): void {
  sends.inc({ outcome });
}

const webhooksDelivered = new Counter({
  name: "garimpo_webhook_tries_total",
  help: "Tries to deliver our own webhooks, by whether the address took them.",
  labelNames: ["result"],
  registers,
});

export function countWebhookTry(result: "taken" | "failed"): void {
  webhooksDelivered.inc({ result });
}

const foreignPaymentEvents = new Counter({
  name: "garimpo_billing_events_foreign_total",
  help: "Payment events of the provider's other mode (test or live), each once: they have no effect.",
  registers,
});

export function countForeignPaymentEvent(): void {
  foreignPaymentEvents.inc();
}

const dutyFailures = new Counter({
  name: "garimpo_duty_failures_total",
  help: "Rounds of duties that ended with an exception.",
  labelNames: ["duty"],
  registers,
});

export function countDutyFailure(duty: string): void {
  dutyFailures.inc({ duty });
}

interface PoolCounts {
  name: string;
  open: number;
  idle: number;
  /** Statements without a connection. */
  waiting: number;
}

/** Reports the connections to the database, which are counted each time the metrics are read. */
export function measurePools(count: () => PoolCounts[]): void {
  new Gauge({
    name: "garimpo_database_connections",
    help: "Connections of this process, by pool and state; waiting are the statements without one.",
    labelNames: ["pool", "state"],
    registers,
    collect() {
      for (const { name, open, idle, waiting } of count()) {
        this.set({ pool: name, state: "open" }, open);
        this.set({ pool: name, state: "idle" }, idle);
        this.set({ pool: name, state: "waiting" }, waiting);
      }
    },
  });
}
