import { AppError } from "@/lib/errors";
import { alertAdministrator, settleAlert } from "@/server/billing/billing/alerts.service";
import { listSubscriptions } from "@/server/billing/billing/billing-accounts.service";
import { findDisputeOf as findDispute } from "@/server/billing/billing/invoices.repository";
import { syncSubscription } from "@/server/billing/billing/subscription-sync.service";
import { awaitProvider, settleUnreachable } from "@/server/billing/billing/unreachable.service";
import { getPayments } from "@/server/billing/payments/payments.service";
import { type OwnerId, ownerOfRow } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import type { Advance, Leased, LeasedWork } from "@/server/platform/jobs/leased-work";
import { processBillingEvent } from "./billing-events.jobs";
import * as repository from "./billing-events.repository";

const FIRST_RETRY_MS = 2_000;

/** Works on stored events: reads again what each is about, and writes it with the event's end in one transaction. */
export const billingEventWork: LeasedWork<typeof processBillingEvent> = {
  job: processBillingEvent,
  // Each makes a few calls to a provider that limits them.
  concurrency: (usual) => Math.min(usual, 4),
  leases: repository.eventLeases,
  firstRetryMs: FIRST_RETRY_MS,
  failure: "o Stripe não pôde ser lido.",
  advance: processEvent,
  end: giveUp,
  publishProgress: async () => undefined,
};

async function processEvent(leased: Leased): Promise<Advance> {
  const event = await repository.findEvent(leased.id);
  if (!event) return { state: "ended" };
  const what = `O aviso ${event.type} de um pagamento`;
  const waiting = { ownerId: leased.ownerId, since: event.received_at, what };
  return awaitProvider(waiting, () => readAfresh(leased, event));
}

async function readAfresh(
  { id, leaseNo, ownerId }: Leased,
  event: repository.EventRow,
): Promise<Advance> {
  const upTo = await repository.findNewestEventId(ownerId);
  const subscriptionId = await findSubscription(event, ownerId);
  const end = async () => {
    const own = { id, leaseNo, ownerId };
    if (!(await repository.endEvents(own, { subscriptionId, upTo }))) return false;
    await settleUnreachable(ownerId);
    if (event.type.startsWith("charge.dispute.")) await alertOfDispute(event);
    return true;
  };
  if (subscriptionId === null) await transaction(end);
  else {
    const { isUnknown } = await syncSubscription(ownerId, subscriptionId, {
      paymentIntent: event.payment_intent,
      alongside: end,
    });
    // Stripe itself reported this subscription, so our key is the wrong one: the event waits for the right one.
    if (isUnknown)
      throw new AppError("unavailable", "O Stripe não encontra a assinatura do aviso.");
  }
  return { state: "ended" };
}

/** For an event that names only a customer, any running subscription will do: all are read with it. */
async function findSubscription(
  event: repository.EventRow,
  ownerId: OwnerId,
): Promise<string | null> {
  if (event.subscription_id !== null) return event.subscription_id;
  if (event.payment_intent !== null) {
    return getPayments().findSubscriptionOfPayment(event.payment_intent);
  }
  const [running = null] = await listSubscriptions(ownerId);
  return running;
}

/** An open dispute changes nothing by itself; the administrator has days to answer it. */
async function alertOfDispute({ payment_intent, user_id }: repository.EventRow): Promise<void> {
  if (payment_intent === null) return;
  const about = { subject: payment_intent, ownerId: user_id };
  const dispute = await findDispute(payment_intent);
  if (dispute === "open") {
    const detail = "Um pagamento foi contestado. Responda no painel do Stripe.";
    await alertAdministrator({ ...about, kind: "dispute_opened", detail });
    return;
  }
  await settleAlert("dispute_opened", payment_intent);
  if (dispute !== "lost") return;
  const detail = "A contestação de um pagamento foi perdida: o plano PRO dele terminou.";
  await alertAdministrator({ ...about, kind: "dispute_lost", detail });
}

async function giveUp({ id }: Leased, _how: string, reason: string): Promise<void> {
  await transaction(async () => {
    const event = await repository.findEvent(id);
    if (!event) return;
    if (!(await repository.failEvent(id))) return;
    await alertAdministrator({
      kind: "failed_event",
      subject: event.event_id,
      ownerId: event.user_id === null ? null : ownerOfRow(event.user_id),
      detail: `O aviso ${event.type} não pôde ser processado: ${reason}`,
    });
  });
}
