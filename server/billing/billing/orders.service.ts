import { AppError } from "@/lib/errors";
import { formatCents } from "@/lib/format";
import { getPayments } from "@/server/billing/payments/payments.service";
import { type OwnerId, ownerOfRow } from "@/server/platform/actor";
import { afterCommit, transaction } from "@/server/platform/db/transaction";
import { enqueue } from "@/server/platform/jobs/enqueue";
import type { Advance, Leased, LeasedWork } from "@/server/platform/jobs/leased-work";
import { publish } from "@/server/platform/live/publish";
import { overtakeReadings } from "./accounts.repository";
import { alertAdministrator } from "./alerts.service";
import { carryOutOrder } from "./billing.jobs";
import { voidUnpaid } from "./invoices.repository";
import * as repository from "./orders.repository";
import { hasRecords as findRecords, findRunning } from "./subscriptions.repository";
import { awaitProvider, settleUnreachable } from "./unreachable.service";

const FIRST_RETRY_MS = 5_000;

/** Orders the end of every running subscription of an account that is closed. Joins the current transaction. */
export async function orderCancellations(ownerId: OwnerId): Promise<void> {
  for (const { stripe_subscription_id: subscriptionId, is_known } of await findRunning(ownerId)) {
    const order = { ownerId, subscriptionId, paymentIntent: null, isKnown: is_known };
    await orderEnd({ ...order, reason: "account_closed" });
  }
}

/** What survives an account, or has to end before it. */
export async function findBillingTies(ownerId: OwnerId) {
  const [running, hasOpenOrder, hasRecords] = await Promise.all([
    findRunning(ownerId),
    repository.hasOpenOrder(ownerId),
    findRecords(ownerId),
  ]);
  return { hasSubscription: running.length > 0, hasOpenOrder, hasRecords };
}

/**
 * Orders the end of a subscription, and the refund of the one payment named, if any. Joins the current transaction.
 * Returns false when it was ordered before.
 */
export async function orderEnd(
  wanted: Parameters<typeof repository.createOrder>[0],
): Promise<boolean> {
  const id = await repository.createOrder(wanted);
  if (id !== null) afterCommit(() => enqueue(carryOutOrder, { id, leaseNo: 0 }));
  return id !== null;
}

/** Sends orders to the provider. Their results come as events. */
export const billingOrderWork: LeasedWork<typeof carryOutOrder> = {
  job: carryOutOrder,
  // Each makes a few calls to a provider that limits them.
  concurrency: (usual) => Math.min(usual, 4),
  leases: repository.orderLeases,
  firstRetryMs: FIRST_RETRY_MS,
  failure: "o Stripe não aceitou o pedido.",
  advance: carryOut,
  end: giveUp,
  publishProgress: async () => undefined,
};

async function carryOut({ id, ownerId, leaseNo }: Leased): Promise<Advance> {
  const found = await repository.findOpenOrder(id);
  if (!found) return { state: "ended" };
  const what = found.kind === "refund" ? "A devolução de um pagamento" : "Um cancelamento";
  const waiting = { ownerId, since: found.created_at, what };
  return awaitProvider(waiting, () => tellProvider(found, leaseNo));
}

async function tellProvider(found: repository.OrderRow, leaseNo: number): Promise<Advance> {
  const { id, subscription_id, payment_intent, request_key, is_known } = found;
  const payments = getPayments();
  // An administrator named it: it may not exist, or not be ours to end.
  if (!is_known && !(await payments.readSubscription(subscription_id, null))?.isPro) {
    await repository.endOrder(id, "done_at");
    return { state: "ended" };
  }
  // Under the same key Stripe repeats its first answer for a day, even a failure, so each attempt has a new key. Orders
  // can be sent twice: cancelling again changes nothing, and a payment is read before it is refunded.
  const key = `${request_key}-${leaseNo}`;
  const wasFound = await payments.cancelNow(subscription_id, `${key}-cancel`);
  // With another account's key nothing is found, and the subscription would charge for ever.
  if (!wasFound) {
    throw new AppError("unavailable", "O Stripe não encontra a assinatura.");
  }
  const cents = payment_intent === null ? null : await payments.refundPayment(payment_intent, key);
  await transaction(async () => {
    // Stripe's event about a voided invoice is not processed here, and ended subscriptions are seldom read again.
    await overtakeReadings(found.user_id);
    if (await voidUnpaid(found.user_id, subscription_id)) {
      publish(ownerOfRow(found.user_id), "billing.changed", {});
    }
    if (!(await repository.endOrder(id, "done_at"))) return;
    await settleUnreachable(found.user_id);
    if (cents !== null) await alertOfRefund(found, cents);
  });
  return { state: "ended" };
}

async function alertOfRefund(
  { user_id, subscription_id }: repository.OrderRow,
  cents: number,
): Promise<void> {
  await alertAdministrator({
    kind: "duplicate_refunded",
    subject: subscription_id,
    ownerId: user_id,
    detail:
      cents > 0
        ? `Pagamento em duplicidade: a segunda assinatura foi cancelada e ${formatCents(cents)} devolvidos.`
        : "Pagamento em duplicidade: a segunda assinatura foi cancelada; o pagamento já tinha sido devolvido ou está contestado.",
  });
  publish(ownerOfRow(user_id), "billing.changed", {});
}

async function giveUp({ id }: Leased, _how: string, reason: string): Promise<void> {
  await transaction(async () => {
    const found = await repository.findOpenOrder(id);
    if (!found || !(await repository.endOrder(id, "failed_at"))) return;
    await alertAdministrator({
      kind: "failed_order",
      subject: found.subscription_id,
      ownerId: found.user_id,
      detail: `${found.kind === "refund" ? "Devolução" : "Cancelamento"} não feito: ${reason}`,
    });
  });
}
