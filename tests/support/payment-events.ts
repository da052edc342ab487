import { randomUUID } from "node:crypto";
import type { PaymentEvent } from "@/lib/domain/billing/readings";
import { syncSubscription } from "@/server/billing/billing/subscription-sync.service";
import type { EventRow } from "@/server/billing/billing-events/billing-events.repository";
import { receiveEvent } from "@/server/billing/billing-events/billing-events.service";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { buildUser } from "../factories/users";
import { checkout } from "./payments";

/** Payment events without a worker: Stripe delivers nothing, and each step is the test's. */

type Sandbox = Parameters<typeof checkout>[0];

/** Before each test: no event, no alert, and a Stripe that delivers nothing. */
export async function forgetEvents(sandbox: Sandbox): Promise<void> {
  await execute(sql`DELETE FROM billing_events`);
  await execute(sql`DELETE FROM billing_alerts`);
  await sandbox.control("DELETE", "/faults");
  await sandbox.control("POST", "/faults", { target: "stripe", kind: "lost-webhooks" });
}

/** An event that names no account. */
export const NOBODYS: PaymentEvent = {
  eventId: "",
  type: "customer.subscription.updated",
  createdAt: new Date(),
  isForeignMode: false,
  customerId: null,
  subscriptionId: null,
  invoiceId: null,
  paymentIntent: null,
  reference: null,
  email: null,
};

/** Receives an event. Returns its row's id. */
export async function receive(about: Partial<PaymentEvent>): Promise<number> {
  const event = { ...NOBODYS, eventId: `evt_${randomUUID()}`, ...about };
  await receiveEvent(event);
  const row = await firstRow<{ id: number }>(
    sql`SELECT id FROM billing_events WHERE event_id = ${event.eventId}`,
  );
  return row?.id ?? 0;
}

/** Makes every event that waits for its account this old, and due. */
export const ageUnmatched = (minutes: number) =>
  execute(
    sql`UPDATE billing_events SET received_at = now() - make_interval(mins => ${minutes}), resume_at = NULL
        WHERE state = 'unmatched'`,
  );

export const eventOf = (id: number) =>
  firstRow<EventRow & { state: string; attempts: number; resume_at: Date | null }>(
    sql`SELECT * FROM billing_events WHERE id = ${id}`,
  );
export const stateOf = async (id: number) => (await eventOf(id))?.state;

/** A user who has bought, and whose purchase was read. */
export async function buildBuyer(sandbox: Sandbox, bought: { plan?: string; at?: number } = {}) {
  const user = await buildUser();
  const subscription = await checkout(sandbox, { reference: String(user.id), ...bought });
  await syncSubscription(user.id, subscription.id);
  const [invoice] = await rows<{ payment_intent: string }>(
    sql`SELECT payment_intent FROM billing_invoices WHERE user_id = ${user.id}`,
  );
  return { user, subscription, paymentIntent: invoice?.payment_intent ?? "" };
}
