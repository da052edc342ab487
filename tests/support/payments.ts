import { createHmac, randomUUID } from "node:crypto";
import type { TestSandbox } from "@/sandbox/testing";
import { until } from "@/sandbox/testing";
import { firstRow, rows, sql } from "@/server/platform/db/sql";
import { env } from "@/server/platform/env";
import { buildUser, type TestUser } from "../factories/users";
import { request } from "./api";

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
  bought: {
    plan?: string;
    email?: string;
    reference?: string;
    at?: number;
    flexible?: boolean;
    pix?: boolean;
  },
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

export const DAY_S = 86_400;
export const nowS = () => Math.floor(Date.now() / 1000);

/** A user who has just become PRO by a payment. */
export async function subscribe(sandbox: Control, bought: { plan?: string; at?: number } = {}) {
  const user = await buildUser();
  const subscription = await checkout(sandbox, { reference: String(user.id), ...bought });
  await untilPlan(user, "pro");
  return { user, subscription };
}

/** The bodies of the events of a type that contain a certain id. */
export async function eventsOf(sandbox: Control, type: string, about: string): Promise<string[]> {
  const bodies = await sandbox.control<string[]>("GET", "/stripe/events");
  return bodies.filter((body) => body.includes(`"${type}"`) && body.includes(about));
}

export const daysAhead = (days: number) => new Date(Date.now() + days * DAY_S * 1000).toISOString();

/** Lets an administrator write a record: paid for the next thirty days unless said otherwise. */
export function writeBilling(
  api: { url: string },
  admin: TestUser,
  user: TestUser,
  changes: { status?: string; current_period_end?: string } = {},
) {
  const body = {
    user_id: user.id,
    stripe_customer_id: "by hand",
    stripe_subscription_id: "by hand",
    plan: "monthly",
    price: 97,
    status: "active",
    start_date: daysAhead(-60),
    current_period_end: daysAhead(30),
    ...changes,
  };
  return request<{ billing_id: number; error: string }>(
    api,
    "POST",
    "/api/billing",
    body,
    admin.headers,
  );
}

/** The types of what the account's history says, oldest first. */
export async function historyOf({ id }: Pick<TestUser, "id">): Promise<string[]> {
  const events = await rows<{ event_type: string }>(
    sql`SELECT event_type FROM events WHERE owner_id = ${id} ORDER BY id`,
  );
  return events.map(({ event_type }) => event_type);
}

export function alertsOf(subject: string) {
  return rows<{ kind: string; resolved: boolean }>(
    sql`SELECT kind, resolved_at IS NOT NULL AS resolved FROM billing_alerts WHERE subject = ${subject} ORDER BY id`,
  );
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
  return (await firstRow<{ plan: string }>(sql`SELECT plan FROM accounts WHERE id = ${id}`))?.plan;
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
