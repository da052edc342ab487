import {
  type ChargingSubscription,
  decideEndings,
  type Ending,
  paidUntil,
} from "@/lib/domain/billing/doubles";
import { formatCents, formatDate } from "@/lib/format";
import { isActiveAccount } from "@/server/accounts/users/accounts.service";
import type { OwnerId } from "@/server/platform/actor";
import { alertAdministrator } from "./alerts.service";
import { givesProNow } from "./billing.repository";
import { findPaid, findPaidAfterEnd, type PaidRow } from "./invoices.repository";
import { orderCancellations, orderEnd } from "./orders.service";
import { findCharging } from "./subscriptions.repository";

/** A subscription as it was just read and written. */
export interface ReadRecord {
  billingId: number;
  subscriptionId: string;
  isNew: boolean;
  isOver: boolean;
  /** The subscription is over, but the provider's pages would still take money for it. */
  isOwed: boolean;
  isTakenBack: boolean;
}

/**
 * Orders the end of every subscription that must not charge again: all of a closed account's, those whose payment was
 * refunded or lost, all but one of several, and those that have ended and left an unpaid invoice. Call after all of the
 * account's subscriptions were read, in the transaction that writes them: the account's row is locked.
 */
export async function orderEndings(ownerId: OwnerId, read: ReadRecord[]): Promise<void> {
  for (const { subscriptionId, isOwed } of read) {
    if (isOwed) await orderEnd({ ownerId, subscriptionId, paymentIntent: null, reason: "ended" });
  }
  if (!(await isActiveAccount(ownerId))) {
    await orderCancellations(ownerId);
    for (const record of read) {
      if (record.isNew && !record.isOver) await alertOfClosed(ownerId, record);
    }
    return;
  }
  for (const { subscriptionId, isTakenBack, isOver } of read) {
    if (!isTakenBack || isOver) continue;
    await orderEnd({ ownerId, subscriptionId, paymentIntent: null, reason: "taken_back" });
  }
  await endSeconds(ownerId);
}

async function endSeconds(ownerId: OwnerId): Promise<void> {
  const charging = await findCharging(ownerId);
  if (charging.length < 2) return;
  const paid = await findPaid(
    ownerId,
    charging.map(({ id }) => id),
  );
  const candidates = charging.map((row) =>
    toCandidate(
      row,
      paid.filter(({ billing_id }) => billing_id === row.id),
    ),
  );
  for (const ending of decideEndings(candidates)) {
    const record = charging.find((row) => row.stripe_subscription_id === ending.id);
    const last = paid.find(({ billing_id }) => billing_id === record?.id);
    await endSecond(ownerId, ending, { candidates, last });
  }
}

async function endSecond(
  ownerId: OwnerId,
  { id, refund, kept }: Ending,
  { candidates, last }: { candidates: ChargingSubscription[]; last: PaidRow | undefined },
): Promise<void> {
  const reason = refund === null ? "second_subscription" : "duplicate";
  const isOrdered = await orderEnd({ ownerId, subscriptionId: id, paymentIntent: refund, reason });
  // A refund is reported once it has been made.
  if (!isOrdered || refund !== null) return;
  const keeper = candidates.find((each) => each.id === kept);
  const until = keeper ? ` (paga até ${formatDate(paidUntil(keeper).toISOString())})` : "";
  await alertAdministrator({
    kind: "second_subscription",
    subject: id,
    ownerId,
    detail: `A conta tinha duas assinaturas que cobram: fica ${kept}${until}, esta é cancelada. Nada foi devolvido. ${describeLast(last)}`,
  });
}

/**
 * Alerts the administrator to each invoice that was paid after its subscription had ended and before it was voided:
 * such a payment restores nothing. Call as orderEndings, after it.
 */
export async function alertOfLatePayments(ownerId: OwnerId, read: ReadRecord[]): Promise<void> {
  const paid = await findPaidAfterEnd(
    ownerId,
    read.map(({ billingId }) => billingId),
  );
  if (paid.length === 0 || (await givesProNow(ownerId))) return;
  for (const payment of paid) {
    await alertAdministrator({
      kind: "paid_after_end",
      subject: payment.id,
      ownerId,
      detail: `Uma fatura foi paga depois do fim da assinatura, e não dá acesso: ${describePayment(payment)}. Nada foi devolvido.`,
    });
  }
}

async function alertOfClosed(ownerId: OwnerId, record: ReadRecord): Promise<void> {
  const [last] = await findPaid(ownerId, [record.billingId]);
  await alertAdministrator({
    kind: "closed_account_paid",
    subject: record.subscriptionId,
    ownerId,
    detail: `Uma conta desativada comprou uma assinatura: ela é cancelada e nada é devolvido. ${describeLast(last)}`,
  });
}

/** So that a refund, if any, is decided with the sum at hand. */
function describeLast(paid: PaidRow | undefined): string {
  if (!paid) return "Nenhum pagamento dela foi feito.";
  return `Último pagamento dela: ${describePayment(paid)}.`;
}

function describePayment(
  paid: Pick<PaidRow, "amount_cents" | "payment_intent" | "paid_at">,
): string {
  const { amount_cents, payment_intent, paid_at } = paid;
  return `${formatCents(amount_cents)} em ${formatDate(paid_at.toISOString())} (${payment_intent ?? "sem cobrança"})`;
}

function toCandidate(
  row: Awaited<ReturnType<typeof findCharging>>[number],
  paid: PaidRow[],
): ChargingSubscription {
  const first = paid.find(({ is_first }) => is_first);
  return {
    id: row.stripe_subscription_id,
    startedAt: row.start_date,
    runs: row.runs,
    resumedAt: row.resumed_at,
    purchase: first
      ? {
          paidAt: first.paid_at,
          paymentIntent: first.amount_cents > 0 ? first.payment_intent : null,
        }
      : null,
    paid: paid
      .filter(({ is_given_back }) => !is_given_back)
      .map(({ paid_at, period_start, period_end }) => ({
        paidAt: paid_at,
        start: period_start,
        end: period_end,
      })),
  };
}
