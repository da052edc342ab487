import { randomUUID } from "node:crypto";
import type { z } from "zod/mini";
import type { BillingChange } from "@/lib/contracts/billing/billing";
import type { subscription } from "@/lib/contracts/billing/subscription";
import type { BillingPeriod } from "@/lib/domain/plans/plan-catalogue";
import { AppError } from "@/lib/errors";
import { checkoutPath, paths } from "@/lib/paths";
import { getPayments } from "@/server/billing/payments/payments.service";
import { recordAction } from "@/server/platform/account-actions/account-actions.service";
import type { Actor, OwnerId } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { env } from "@/server/platform/env";
import { notFound, toBilling, toBillingOrThrow, toEntry } from "./billing.mapper";
import * as repository from "./billing.repository";
import { hasSubscription } from "./checkout.service";
import { findEntries, findPayUrl } from "./invoices.repository";
import { readPrices } from "./offers.service";
import { findRefundOfDuplicate } from "./orders.repository";
import { recordChanges } from "./subscription-history.service";
import { syncSubscription } from "./subscription-sync.service";
import { findRunning } from "./subscriptions.repository";

const LISTED = 200;
const ENDED = "Esta assinatura já terminou.";

/** Ends a subscription with its period. @throws AppError not_found; conflict when it has ended; unavailable */
export async function cancelSubscription(actor: Actor, billingId: number) {
  const record = await getRunning(actor, billingId);
  await change(actor, record, { cancel_at_period_end: true });
  return answer(actor, billingId);
}

/** @throws AppError not_found; conflict when it has ended; invalid_input for an unknown method; unavailable */
export async function changePaymentMethod(actor: Actor, billingId: number, method: string) {
  const record = await getRunning(actor, billingId);
  await change(actor, record, { payment_method: method });
  return answer(actor, billingId);
}

/** Changes the account's own subscription. @throws AppError not_found; conflict; invalid_input; unavailable */
export async function changeSubscription(actor: Actor, wanted: BillingChange) {
  const current = await repository.findCurrentBilling(actor.ownerId);
  if (!current) throw notFound();
  await change(actor, await getRunning(actor, current.id), wanted);
  const { billing } = await answer(actor, current.id);
  return { success: true, billing_id: current.id, billing };
}

export async function readOverview(
  actor: Actor,
): Promise<z.input<typeof subscription.overview.response>> {
  const [current, grace, refundedAt, { prices, isSold }] = await Promise.all([
    repository.findCurrentBilling(actor.ownerId),
    repository.findGrace(actor.ownerId),
    findRefundOfDuplicate(actor.ownerId),
    readPrices(),
  ]);
  const link = (period: BillingPeriod) =>
    isSold[period] ? new URL(checkoutPath(period), env.APP_URL).toString() : null;
  return {
    enabled: env.payments !== null,
    current: current && toBilling(current),
    has_subscription: hasSubscription(current),
    payment_links: {
      monthly: link("monthly"),
      quarterly: link("quarterly"),
      annual: link("annual"),
    },
    prices,
    has_portal: env.payments?.hasPortal === true && current?.source === "stripe",
    debit: current?.debit ?? null,
    pro_until: current?.pro_until ?? null,
    past_due: grace && {
      pro_until: grace.pro_until,
      pay_url: await findPayUrl(actor.ownerId, grace.id),
    },
    duplicate_refunded_at: refundedAt,
  };
}

export async function listEntries(
  actor: Actor,
): Promise<z.input<typeof subscription.history.response>> {
  return { history: (await findEntries(actor.ownerId, LISTED)).map(toEntry) };
}

/** @throws AppError not_found when there is no customer, or no portal; invalid_input; unavailable */
export async function openPortal(
  { ownerId }: Actor,
  { change }: z.output<typeof subscription.portal.body>,
): Promise<{ url: string }> {
  const current = await repository.findCurrentBilling(ownerId);
  if (!env.payments?.hasPortal || current?.source !== "stripe") throw notFound();
  const { stripe_subscription_id: subscriptionId, stripe_customer_id: customerId } = current;
  // The portal sets the customer's payment method, and the subscription's own, the ended debit, would take precedence.
  if (change === "payment_method" && current.debit === "ended") {
    await getPayments().setPaymentMethod(subscriptionId, "", randomUUID());
  }
  const backUrl = new URL(paths.subscription, env.APP_URL).toString();
  const wanted = { customerId, subscriptionId, change, backUrl };
  return { url: await getPayments().openPortal(wanted, randomUUID()) };
}

async function getRunning(actor: Actor, billingId: number): Promise<repository.BillingRow> {
  const record = await repository.findBilling(actor.ownerId, billingId);
  if (!record) throw notFound();
  if (record.status === "canceled") throw new AppError("conflict", ENDED);
  const named = await findNamed(actor.ownerId, record);
  if (named === null) return record;
  await syncSubscription(actor.ownerId, named);
  const read = await repository.findBilling(actor.ownerId, billingId);
  if (!read) throw notFound();
  if (read.status === "canceled") throw new AppError("conflict", ENDED);
  return read;
}

/**
 * The subscription that a record written by hand names, and that was not read yet; null when it names none. It is
 * changed at the provider: changing only our record would let it continue to charge.
 */
async function findNamed(ownerId: OwnerId, record: repository.BillingRow): Promise<string | null> {
  if (record.source !== "admin" || !env.payments) return null;
  const ids = (await findRunning(ownerId)).map((row) => row.stripe_subscription_id);
  return ids.find((id) => id === record.stripe_subscription_id) ?? null;
}

async function change(
  actor: Actor,
  record: repository.BillingRow,
  wanted: BillingChange,
): Promise<void> {
  await carryOut(actor, record, wanted);
  await recordAction(actor, "subscription_changed");
}

async function carryOut(
  { ownerId }: Pick<Actor, "ownerId">,
  record: repository.BillingRow,
  wanted: BillingChange,
): Promise<void> {
  const { cancel_at_period_end: ends, payment_method: method } = wanted;
  if (record.source === "admin") {
    await transaction(async () => {
      await repository.updateManualBilling(ownerId, record.id, {
        ...(ends !== undefined && { cancel_at_period_end: ends }),
        ...(method !== undefined && { payment_method: method }),
      });
      if (ends !== undefined) {
        await recordChanges(ownerId, record, { ...record, cancel_at_period_end: ends });
      }
    });
    return;
  }
  const payments = getPayments();
  const { stripe_subscription_id: id } = record;
  if (ends === false && (await repository.hasOtherCharging(ownerId, record.id))) {
    throw new AppError("conflict", "Você já tem outra assinatura: esta não pode ser retomada.");
  }
  if (method !== undefined) await payments.setPaymentMethod(id, method, randomUUID());
  if (ends !== undefined) await payments.setEnding(id, ends, randomUUID());
  await syncSubscription(ownerId, id);
}

async function answer(actor: Actor, billingId: number) {
  const billing = toBillingOrThrow(await repository.findBilling(actor.ownerId, billingId));
  return { success: true, billing };
}
