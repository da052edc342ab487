import { MOST_WEBHOOK_TRIES, WEBHOOK_PAUSES_S } from "@/lib/domain/webhooks/webhook-events";
import {
  readSecret,
  recordAnswer,
} from "@/server/integrations/webhook-endpoints/webhook-endpoints.service";
import { transaction } from "@/server/platform/db/transaction";
import { env } from "@/server/platform/env";
import type { Advance, Leased, LeasedWork } from "@/server/platform/jobs/leased-work";
import { countWebhookTry } from "@/server/platform/metrics/metrics";
import { postWebhook, type WebhookAnswer } from "./post-webhook.http";
import { deliverSlowWebhook, deliverWebhook } from "./webhook-deliveries.jobs";
import * as repository from "./webhook-deliveries.repository";

/** Spreads the attempts for an address that answers again. */
const JITTER = 0.1;
const SWITCHED_OFF = "O webhook está desligado.";

/** Enough for a working receiver; one that does not work occupies a worker no longer on the first attempt. */
const FIRST_TIMEOUT_MS = 5_000;
const TIMEOUT_MS = 15_000;
/** An address that accepts a message within this time counts as prompt. */
const PROMPT_MS = 1_000;

/** Tries deliveries until they are accepted, with growing pauses for three days. */
export const webhookWork: LeasedWork<typeof deliverWebhook> = {
  job: deliverWebhook,
  // Each waits for a stranger's server; prompt ones usually answer at once.
  concurrency: () => 48,
  leases: repository.promptLeases,
  failure: "not delivered",
  advance: tryDelivery,
  end: (leased) => repository.markFailed(leased.id, null),
  publishProgress: async () => undefined,
};

/** The same for addresses that are new, slow or failing. */
export const slowWebhookWork: LeasedWork<typeof deliverSlowWebhook> = {
  ...webhookWork,
  job: deliverSlowWebhook,
  // Each waits up to 15 seconds.
  concurrency: () => 24,
  leases: repository.slowLeases,
};

async function tryDelivery({ id, leaseNo, attempts, signal }: Leased): Promise<Advance> {
  const due = await repository.findDue(id);
  if (!due) return { state: "ended" };
  const secret = readSecret(due);
  // A test is sent even to an address that is switched off: with it, the user decides whether to switch it on.
  if (secret === null || !(due.active || due.is_test)) {
    await repository.markFailed(id, SWITCHED_OFF);
    return { state: "ended" };
  }
  const message = { id: due.message_id, payload: due.payload, secret };
  const timeoutMs = due.tries === 0 ? FIRST_TIMEOUT_MS : TIMEOUT_MS;
  const startedAt = performance.now();
  const guard = { signal, timeoutMs, sandboxUrl: env.SANDBOX_URL };
  const answer = await postWebhook(due.url, message, guard);
  const prompt = performance.now() - startedAt <= PROMPT_MS;
  const outcome = judge(answer);
  countWebhookTry(outcome === "taken" ? "taken" : "failed");
  await transaction(async () => {
    const delivered = outcome === "taken";
    if (!(await repository.recordTry(id, leaseNo, { delivered, ...answer }))) return;
    await recordAnswer(due.endpoint_id, outcome, prompt);
  });
  if (outcome === "taken") return { state: "ended" };
  return {
    state: "failed",
    // For the log, which must not contain a stranger's words.
    reason: answer.status === null ? answer.answer : `HTTP ${answer.status}`,
    retryAfterMs: pauseMs(attempts),
    final: outcome === "gone" || due.is_test || attempts + 1 >= MOST_WEBHOOK_TRIES,
  };
}

function judge({ status }: WebhookAnswer): "taken" | "failed" | "gone" {
  if (status !== null && status >= 200 && status < 300) return "taken";
  return status === 410 ? "gone" : "failed";
}

function pauseMs(failures: number): number {
  const seconds = WEBHOOK_PAUSES_S[failures] ?? 0;
  return seconds * 1000 * (1 + JITTER * Math.random());
}
