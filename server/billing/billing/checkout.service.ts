import { randomUUID } from "node:crypto";
import { decideManualAccess, hasProAccess } from "@/lib/domain/billing/pro-access";
import type { BillingPeriod } from "@/lib/domain/plans/plan-catalogue";
import { AppError } from "@/lib/errors";
import { CHECKOUT_PARAMETER, paths } from "@/lib/paths";
import { getPayments } from "@/server/billing/payments/payments.service";
import type { Actor, OwnerId } from "@/server/platform/actor";
import { env } from "@/server/platform/env";
import { endChange, findCustomers, linkCustomer, startChange } from "./accounts.repository";
import { type BillingRow, findCurrentBilling, findEmail } from "./billing.repository";
import { readOffers } from "./offers.service";
import { syncSubscription } from "./subscription-sync.service";
import { findRunning } from "./subscriptions.repository";

/** Longer than the provider's calls take, also when each is repeated. */
const OPENING_S = 180;
/** Statuses of a record beside which a plan may be bought. */
const OVER = ["canceled", "incomplete"];

/** Whether the account's current record keeps it from buying a plan. One written by hand does so while it gives PRO. */
export function hasSubscription(current: BillingRow | null): boolean {
  if (!current || OVER.includes(current.status)) return false;
  if (current.source === "stripe") return true;
  const { status, current_period_end: periodEnd } = current;
  return hasProAccess(decideManualAccess({ status, periodEnd }), new Date());
}

/**
 * Opens the provider's page on which the account buys a plan. There is one such page for an account at a time, and none
 * while it has a subscription: nobody pays twice.
 * @throws AppError conflict beside a subscription, for a plan that is not sold, and while a page is being opened;
 *   unavailable
 */
export async function openCheckout(
  { ownerId }: Actor,
  period: BillingPeriod,
): Promise<{ url: string }> {
  const payments = getPayments();
  const offers = await readOffers();
  if (!offers) throw new AppError("unavailable", "O serviço de pagamento não respondeu.");
  const offer = offers[period];
  if (!offer?.isSold) throw new AppError("conflict", "Este plano não está à venda agora.");
  if (hasSubscription(await findCurrentBilling(ownerId))) throw refuseSecond();
  if (!(await startChange(ownerId, OPENING_S))) {
    throw new AppError("conflict", "A página de pagamento já está sendo aberta em outra aba.");
  }
  try {
    const customers = await findUsableCustomers(ownerId);
    const open = await payments.keepOneCheckout(customers, offer.priceId);
    // Only now: what is paid on a page until it is closed is seen here.
    await requireNone(ownerId, customers);
    if (open !== null) return { url: open };
    const customerId = customers[0] ?? (await createCustomer(ownerId));
    const request = { ownerId, customerId, period, offer, ...addressesOf() };
    return { url: await payments.openCheckout(request, randomUUID()) };
  } finally {
    await endChange(ownerId);
  }
}

/** Those of the account's customers that the provider still has. */
async function findUsableCustomers(ownerId: OwnerId): Promise<string[]> {
  const ids = await findCustomers(ownerId);
  const usable = await Promise.all(ids.map((id) => getPayments().hasCustomer(id)));
  return ids.filter((_id, at) => usable[at]);
}

/**
 * Reads what the provider has of the account's subscriptions and we have not read yet.
 * @throws AppError conflict when one runs, or its first payment is awaited
 */
async function requireNone(ownerId: OwnerId, customers: readonly string[]): Promise<void> {
  const listed = await Promise.all(customers.map((id) => getPayments().findSubscriptions(id)));
  // An administrator may have named one of another customer.
  const named = (await findRunning(ownerId)).filter(({ is_known }) => !is_known);
  const [unread] = [...listed.flat(), ...named.map((row) => row.stripe_subscription_id)];
  if (unread === undefined) return;
  await syncSubscription(ownerId, unread);
  const current = await findCurrentBilling(ownerId);
  if (listed.flat().length === 0 && !hasSubscription(current)) return;
  if (current?.status !== "incomplete") throw refuseSecond();
  throw new AppError(
    "conflict",
    "Seu último pagamento ainda não foi confirmado. Aguarde a confirmação, ou tente novamente amanhã.",
  );
}

async function createCustomer(ownerId: OwnerId): Promise<string> {
  const email = await findEmail(ownerId);
  const created = await getPayments().createCustomer({ ownerId, email }, randomUUID());
  await linkCustomer(ownerId, created);
  return created;
}

function addressesOf() {
  const left = new URL(paths.subscription, env.APP_URL);
  const paid = new URL(left);
  paid.searchParams.set(CHECKOUT_PARAMETER, "pago");
  return { paidUrl: paid.toString(), leftUrl: left.toString() };
}

function refuseSecond() {
  const way = env.payments?.hasPortal
    ? "mude o plano dela na tela Assinatura."
    : "para mudar de plano, cancele-a na tela Assinatura e assine o outro quando ela terminar.";
  return new AppError("conflict", `Sua conta já tem uma assinatura: ${way}`);
}
