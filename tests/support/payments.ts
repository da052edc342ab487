import { createHmac, randomUUID } from "node:crypto";
import type { TestSandbox } from "@/sandbox/testing";
import { until } from "@/sandbox/testing";
import { firstRow, rows, sql } from "@/server/db/sql";
import { env } from "@/server/env";
import type { TestUser } from "../factories/users";

export const STRIPE_WEBHOOK = "/api/webhooks/stripe";
const SECRET = "whsec_sandbox";

/** For runSandbox: its Stripe posts to this file's API. */
export const stripeWebhook = { url: `${env.APP_URL}${STRIPE_WEBHOOK}`, secret: SECRET };

export interface SandboxSubscription {
  id: string;
  customer: string;
  status: string;
  created: number;
  periodEnd: number;
}

type Control = Pick<TestSandbox, "control">;

export function checkout(
  sandbox: Control,
  bought: { plan?: string; email?: string; reference?: string; at?: number },
): Promise<SandboxSubscription> {
  const body = { plan: "monthly", email: `${randomUUID()}@teste.example`, ...bought };
  return sandbox.control("POST", "/stripe/checkout", body);
}

export function act(
  sandbox: Control,
  id: string,
  action: string,
  body: { at?: number } = {},
): Promise<SandboxSubscription> {
  return sandbox.control("POST", `/stripe/subscriptions/${id}/${action}`, body);
}

/** Signs a body as Stripe does. */
export function signStripe(body: string, { at = Date.now() / 1000, secret = SECRET } = {}) {
  const seconds = Math.floor(at);
  const hex = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  return `t=${seconds},v1=${hex}`;
}

export async function postEvent(body: string, signature = signStripe(body)): Promise<number> {
  const response = await fetch(stripeWebhook.url, {
    method: "POST",
    headers: { "content-type": "application/json", "stripe-signature": signature },
    body,
  });
  await response.body?.cancel();
  return response.status;
}

export async function planOf({ id }: Pick<TestUser, "id">): Promise<string | undefined> {
  return (await firstRow<{ plan: string }>(sql`SELECT plan FROM users WHERE id = ${id}`))?.plan;
}

export function recordsOf({ id }: Pick<TestUser, "id">) {
  return rows<{
    stripe_subscription_id: string;
    status: string;
    plan: string;
    price_cents: number;
    gives_pro: boolean;
    pro_until: Date | null;
    current_period_end: Date;
    cancel_at_period_end: boolean;
  }>(sql`SELECT * FROM billings WHERE user_id = ${id} ORDER BY id`);
}

/** Waits until the account has the plan and none of its events waits. */
export async function untilPlan(user: Pick<TestUser, "id">, plan: string): Promise<void> {
  await until(
    async () => {
      if ((await planOf(user)) !== plan) return false;
      return (await countOpenEvents(user)) === 0;
    },
    `plan ${plan}`,
    25_000,
  );
}

/** Waits until no event of the account waits, and it has had `least`. */
export async function untilQuiet(user: Pick<TestUser, "id">, least: number): Promise<void> {
  await until(
    async () => {
      const row = await firstRow<{ count: number }>(
        sql`SELECT count(*)::int AS count FROM billing_events WHERE user_id = ${user.id}`,
      );
      return (row?.count ?? 0) >= least && (await countOpenEvents(user)) === 0;
    },
    "the events' end",
    25_000,
  );
}

async function countOpenEvents({ id }: Pick<TestUser, "id">): Promise<number> {
  const row = await firstRow<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM billing_events WHERE user_id = ${id} AND state = 'pending'`,
  );
  return row?.count ?? 0;
}
