import type { PaymentEvent } from "@/lib/domain/billing/readings";
import { KEPT_DAYS } from "@/lib/domain/custody/kept-days";
import { AppError } from "@/lib/errors";
import { getPerson } from "@/server/accounts/users/accounts.service";
import { alertAdministrator, settleAlert } from "@/server/billing/billing/alerts.service";
import {
  type AccountKeys,
  findAccount,
  isOfDeletedAccount,
  linkCustomer,
} from "@/server/billing/billing/billing-accounts.service";
import { getPayments } from "@/server/billing/payments/payments.service";
import { type Actor, ownerOfRow } from "@/server/platform/actor";
import { recordAuditEntry } from "@/server/platform/audit/audit.service";
import { afterCommit, transaction } from "@/server/platform/db/transaction";
import { defineDuty } from "@/server/platform/jobs/define-duty";
import { enqueue } from "@/server/platform/jobs/enqueue";
import { logger } from "@/server/platform/logger";
import { countForeignPaymentEvent } from "@/server/platform/metrics/metrics";
import { processBillingEvent } from "./billing-events.jobs";
import * as repository from "./billing-events.repository";
import { keepUnreadEvent } from "./unread-events.repository";

const AT_ONCE = 50;
const LISTED = 100;
/** Of a customer without an account they are another product's, or another event reports what follows. */
const IGNORED_OF_NOBODY = ["customer.deleted", "customer.updated", "mandate.updated"];

/**
 * Stores an event and finds its account; a worker does the rest. An event may arrive any number of times, and after any
 * other. One whose account is not known yet, as with the first event of most purchases, waits.
 */
export async function receiveEvent(event: PaymentEvent): Promise<void> {
  if (event.isForeignMode) {
    const { isNew } = await repository.storeEvent(event, "ignored");
    if (isNew) countForeignPaymentEvent();
    logger.warn({ event: event.eventId, type: event.type }, "billing event of the other mode");
    return;
  }
  await transaction(async () => {
    const { id, state } = await repository.storeEvent(event, "unmatched");
    if (state === "unmatched") await matchToAccount(id, event);
  });
}

/** Stores a signed body that is no known event, and alerts the administrator. */
export async function keepUnreadable(body: Buffer): Promise<void> {
  await transaction(async () => {
    const digest = await keepUnreadEvent(body);
    await alertAdministrator({
      kind: "unread_event",
      subject: digest,
      ownerId: null,
      detail: `O Stripe enviou um aviso assinado que não tem a forma esperada. Uma cópia fica guardada por ${KEPT_DAYS.unreadBillingEvents} dias.`,
    });
  });
}

/**
 * Matches stored events whose account has appeared since: an event may come before the one that names the account. The
 * administrator is alerted of events that have waited for ten minutes.
 */
export const matchWaitingEvents = defineDuty({
  name: "match billing events",
  everyS: 5,
  run: async () => {
    for (const row of await repository.claimUnmatched(AT_ONCE)) {
      try {
        await matchWaitingEvent(row);
      } catch (error) {
        // The other events do not wait for it.
        logger.warn({ event: row.event_id, err: error }, "billing event not matched");
      }
    }
  },
});

async function matchWaitingEvent(
  row: Awaited<ReturnType<typeof repository.claimUnmatched>>[number],
): Promise<void> {
  const keys = await findKeys(row);
  const product = row.is_overdue ? await findOtherProduct(keys.subscriptionId) : null;
  const isDispute = row.type.startsWith("charge.dispute.");
  await transaction(async () => {
    if (await matchToAccount(row.id, keys)) return;
    if (product !== null) {
      await repository.ignoreEvent(row.id);
      await alertOfOtherProduct(product);
    } else if (!isDispute && (await isOfDeletedAccount(keys))) {
      await repository.ignoreEvent(row.id);
    }
    // Under the row's lock: a later match of this event then finds the alert and settles it.
    else if (await repository.lockOverdue(row.id)) {
      if (IGNORED_OF_NOBODY.includes(row.type)) await repository.ignoreEvent(row.id);
      else await alertUnmatched(row.event_id, row.type);
    }
  });
}

/** Unmatched events, and those given up, newest first. */
export async function listStuckEvents() {
  return { events: await repository.findStuck(LISTED) };
}

/** Tries a stuck event again. @throws AppError not_found; conflict when still no account matches */
export async function retryEvent(actor: Actor, id: number): Promise<{ success: true }> {
  const event = await repository.findEvent(id);
  if (!event || !["unmatched", "failed"].includes(event.state)) {
    throw new AppError("not_found", "Este aviso não está mais parado.");
  }
  const keys = await findKeys(event);
  await transaction(async () => {
    const isTaken = event.state === "failed" ? await reopen(event) : await matchToAccount(id, keys);
    if (!isTaken) {
      throw new AppError(
        "conflict",
        "Nenhuma conta corresponde a este pagamento. Ligue-o à conta de quem pagou.",
      );
    }
    await recordAuditEntry(actor, "billing.event_retried", { targetUserId: event.user_id });
  });
  return { success: true };
}

/**
 * Links the customer of an event that matches no account to one, and tries the event again.
 * @throws AppError not_found; conflict when the event names no customer
 */
export async function linkEvent(
  actor: Actor,
  id: number,
  userId: number,
): Promise<{ success: true }> {
  const event = await repository.findEvent(id);
  if (event?.state !== "unmatched") {
    throw new AppError("not_found", "Este aviso não está mais parado.");
  }
  const { customer_id: customerId } = event;
  if (customerId === null) {
    throw new AppError(
      "conflict",
      "Este aviso não diz de qual cliente é: ele não pode ser ligado.",
    );
  }
  await transaction(async () => {
    const { id: targetUserId, account_id: ownerId } = await getPerson(userId, null);
    await linkCustomer(ownerId, customerId);
    await matchToAccount(id, toKeys(event));
    await recordAuditEntry(actor, "billing.event_linked", { targetUserId });
  });
  return { success: true };
}

async function reopen({ id, event_id }: repository.EventRow): Promise<boolean> {
  await settleAlert("failed_event", event_id);
  afterCommit(() => enqueue(processBillingEvent, { id, leaseNo: 0 }));
  return repository.reopenEvent(id);
}

async function matchToAccount(id: number, keys: AccountKeys): Promise<boolean> {
  const ownerId = await findAccount(keys);
  if (ownerId === null) return false;
  const eventId = await repository.matchEvent(id, ownerOfRow(ownerId));
  if (eventId === null) return true;
  await settleAlert("unmatched_event", eventId);
  afterCommit(() => enqueue(processBillingEvent, { id, leaseNo: 0 }));
  return true;
}

function alertUnmatched(eventId: string, type: string): Promise<void> {
  return alertAdministrator({
    kind: "unmatched_event",
    subject: eventId,
    ownerId: null,
    detail: `O aviso ${type} não corresponde a nenhuma conta.`,
  });
}

/** Alerts once for each product, however much of it is sold. */
function alertOfOtherProduct(product: string): Promise<void> {
  return alertAdministrator({
    kind: "other_product",
    subject: product,
    ownerId: null,
    detail:
      "Uma assinatura de um preço que não é do PRO foi paga por quem não tem conta. Se for do PRO, inclua o preço em STRIPE_PRO_PRICES.",
  });
}

/** The name of the product that a subscription is for, unless it is PRO or unknown. */
async function findOtherProduct(subscriptionId: string | null): Promise<string | null> {
  if (subscriptionId === null) return null;
  try {
    const reading = await getPayments().readSubscription(subscriptionId, null);
    return reading && !reading.isPro ? reading.plan : null;
  } catch (error) {
    // It is reported as unmatched.
    logger.warn({ err: error }, "subscription of nobody not read");
    return null;
  }
}

/**
 * The event's references to its account; where no account matches, also the subscription that its payment was for, or
 * the customer of a mandate's payment method.
 */
async function findKeys(row: repository.EventRow): Promise<AccountKeys> {
  const keys = toKeys(row);
  const { subscriptionId, paymentIntent, reference } = keys;
  if (row.type === "mandate.updated" && reference !== null) {
    return { ...keys, customerId: await getPayments().findCustomerOfMethod(reference) };
  }
  if (subscriptionId !== null || paymentIntent === null) return keys;
  if ((await findAccount(keys)) !== null) return keys;
  return {
    ...keys,
    subscriptionId: await getPayments().findSubscriptionOfPayment(paymentIntent),
  };
}

function toKeys(row: repository.EventRow): AccountKeys {
  return {
    subscriptionId: row.subscription_id,
    customerId: row.customer_id,
    paymentIntent: row.payment_intent,
    reference: row.reference,
  };
}
