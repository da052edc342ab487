import { ownerOfRow, type UserId } from "@/server/actor";
import { afterCommit } from "@/server/db/transaction";
import { enqueue } from "@/server/jobs/enqueue";
import type { Advance, Leased, LeasedWork } from "@/server/jobs/leased-work";
import { publish } from "@/server/live/publish";
import { getPayments } from "@/server/payments/payments.service";
import { alertAdministrator } from "./alerts.service";
import { carryOutOrder } from "./billing.jobs";
import * as repository from "./orders.repository";
import { findRunning } from "./subscriptions.repository";

const FIRST_RETRY_MS = 5_000;

/** Orders the end of every running subscription of an account that is closed. Joins the current transaction. */
export async function orderCancellations(userId: UserId): Promise<void> {
  for (const { stripe_subscription_id } of await findRunning(userId)) {
    await order({
      kind: "cancel",
      userId,
      subscriptionId: stripe_subscription_id,
      reason: "account_closed",
    });
  }
}

/** Orders the end of a subscription and the refund of what was paid for it. Joins the current transaction. */
export function orderRefund(
  userId: UserId,
  subscriptionId: string,
  reason: repository.OrderReason,
): Promise<void> {
  return order({ kind: "refund", userId, subscriptionId, reason });
}

async function order(wanted: Parameters<typeof repository.createOrder>[0]): Promise<void> {
  const id = await repository.createOrder(wanted);
  if (id !== null) afterCommit(() => void enqueue(carryOutOrder, { id, leaseNo: 0 }));
}

/** Tells the provider what was ordered. Its answers come as events. */
export const orderWork: LeasedWork = {
  job: carryOutOrder,
  leases: repository.orderLeases,
  firstRetryMs: FIRST_RETRY_MS,
  failure: "the payment provider did not take the order",
  advance: carryOut,
  end: giveUp,
  publishProgress: async () => undefined,
};

async function carryOut({ id }: Leased): Promise<Advance> {
  const found = await repository.findOpenOrder(id);
  if (!found) return { state: "ended" };
  const { kind, user_id, subscription_id, reason, request_key } = found;
  const payments = getPayments();
  await payments.cancelNow(subscription_id, `${request_key}-cancel`);
  if (kind === "refund") await payments.refundAll(subscription_id, request_key);
  await repository.markOrderDone(id);
  if (kind === "refund") {
    await alertAdministrator({
      kind: "duplicate_refunded",
      subject: subscription_id,
      userId: user_id,
      detail:
        reason === "duplicate"
          ? "Pagamento em duplicidade: a segunda assinatura foi cancelada e devolvida."
          : "Pagamento de uma conta desativada: a assinatura foi cancelada e devolvida.",
    });
    publish(ownerOfRow(user_id), "billing.changed", {});
  }
  return { state: "ended" };
}

async function giveUp({ id }: Leased, _how: string, reason: string): Promise<void> {
  const found = await repository.findOpenOrder(id);
  await repository.markOrderFailed(id);
  if (!found) return;
  await alertAdministrator({
    kind: "failed_order",
    subject: found.subscription_id,
    userId: found.user_id,
    detail: `${found.kind === "refund" ? "Devolução" : "Cancelamento"} não feito: ${reason}`,
  });
}
