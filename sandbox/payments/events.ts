import { createHmac, randomUUID } from "node:crypto";
import type { Faults } from "../faults/faults";
import type { Timers } from "../timers";
import { API_VERSION } from "./wire";

export interface StripeEvents {
  /** Signs and posts an event, again and again until it is answered 2xx. */
  emit(type: string, object: unknown, created?: number): void;
  /** Every event so far, as it was posted. */
  readonly emitted: readonly string[];
  /** Posts a body again, with a new signature. Returns the answer's status; null when nobody answered. */
  post(body: string): Promise<number | null>;
  clear(): void;
}

interface Needs {
  faults: Faults;
  timers: Timers;
  options: { webhookRetryMs: number };
  webhook: { url: string; secret: string } | null;
}

const MAX_ATTEMPTS = 10;
const MAX_WAIT_MS = 300_000;
const TIMEOUT_MS = 30_000;
const REORDER_WINDOW_MS = 150;

export function createStripeEvents({ faults, timers, options, webhook }: Needs): StripeEvents {
  let emitted: string[] = [];
  let held: string[] = [];
  let abandoned = new AbortController();

  const post = async (body: string): Promise<number | null> => {
    if (webhook === null) return null;
    const at = Math.floor(Date.now() / 1000);
    const signature = createHmac("sha256", webhook.secret).update(`${at}.${body}`).digest("hex");
    try {
      const response = await fetch(webhook.url, {
        method: "POST",
        headers: {
          "content-type": "application/json; charset=utf-8",
          "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
          "stripe-signature": `t=${at},v1=${signature}`,
        },
        body,
        signal: AbortSignal.any([abandoned.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      await response.body?.cancel();
      return response.status;
    } catch {
      return null;
    }
  };

  const attempt = async (body: string, tried: number): Promise<void> => {
    const run = abandoned;
    const status = await post(body);
    if (run.signal.aborted || (status !== null && status < 300) || tried >= MAX_ATTEMPTS) return;
    const wait = Math.min(options.webhookRetryMs * 2 ** (tried - 1), MAX_WAIT_MS);
    timers.after(wait, () => void attempt(body, tried + 1));
  };

  const hold = (body: string, windowMs: number) => {
    held.push(body);
    if (held.length > 1) return;
    timers.after(windowMs, () => {
      const bodies = held.reverse();
      held = [];
      for (const each of bodies) void attempt(each, 1);
    });
  };

  return {
    emit(type, object, created = Math.floor(Date.now() / 1000)) {
      const body = JSON.stringify({
        id: `evt_${randomUUID().replaceAll("-", "")}`,
        object: "event",
        api_version: API_VERSION,
        created,
        data: { object },
        livemode: false,
        pending_webhooks: 1,
        request: { id: null, idempotency_key: null },
        type,
      });
      emitted.push(body);
      if (webhook === null || faults.strike("stripe", type, ["lost-webhooks"]).length > 0) return;
      const [duplicate] = faults.strike("stripe", type, ["duplicate-webhooks"]);
      const [reorder] = faults.strike("stripe", type, ["reorder-webhooks"]);
      for (let copy = 0; copy < (duplicate ? (duplicate.copies ?? 2) : 1); copy += 1) {
        if (reorder) hold(body, reorder.delayMs ?? REORDER_WINDOW_MS);
        else void attempt(body, 1);
      }
    },
    get emitted() {
      return emitted;
    },
    post,
    clear() {
      abandoned.abort();
      abandoned = new AbortController();
      emitted = [];
      held = [];
    },
  };
}
