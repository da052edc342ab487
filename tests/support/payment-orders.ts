import { billingOrderWork } from "@/server/billing/billing/orders.service";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { workOnRow } from "@/server/platform/jobs/leased-work";
import type { TestUser } from "../factories/users";
import type { checkout, SandboxSubscription } from "./payments";

/** Orders to Stripe to end subscriptions and to give money back, carried out by the test. */

type Sandbox = Parameters<typeof checkout>[0];

interface Truth {
  subscription: SandboxSubscription;
  invoices: { id: string; status: string; cents: number }[];
  payments: { id: string; cents: number; refundedCents: number }[];
}

/** The subscription as Stripe has it, its invoices and payments newest first. */
export const truthAt = (sandbox: Sandbox, { id }: Pick<SandboxSubscription, "id">) =>
  sandbox.control<Truth>("GET", `/stripe/subscriptions/${id}`);

export const ordersOf = (user: Pick<TestUser, "id">) =>
  rows<{ id: number; kind: string; subscription_id: string; reason: string; done_at: Date | null }>(
    sql`SELECT id, kind, subscription_id, reason, done_at FROM billing_orders WHERE user_id = ${user.id} ORDER BY id`,
  );

/** Works once on each of the account's orders, also on those that wait for their next attempt. */
export async function carryOutOrders(user: Pick<TestUser, "id">): Promise<void> {
  await execute(sql`UPDATE billing_orders SET resume_at = NULL WHERE user_id = ${user.id}`);
  for (const { id } of await ordersOf(user)) {
    await workOnRow(billingOrderWork, id, new AbortController().signal);
  }
}
