import { randomUUID } from "node:crypto";
import type { BillingPeriod } from "@/lib/domain/plans/plan-catalogue";
import { AppError } from "@/lib/errors";
import { CHECKOUT_PARAMETER, paths } from "@/lib/paths";
import { getPayments } from "@/server/billing/payments/payments.service";
import type { Actor, UserId } from "@/server/platform/actor";
import { env } from "@/server/platform/env";
import { endChange, findCustomers, linkCustomer, startChange } from "./accounts.repository";
import { findCurrentBilling, findEmail } from "./billing.repository";
import { readOffers } from "./offers.service";
import { syncSubscription } from "./subscription-sync.service";

/** Longer than the provider's calls take at worst. */
const OPENING_S = 120;
/** Statuses of a record beside which a plan may be bought. */
const OVER = ["canceled", "incomplete"];

/**
 * Opens the provider's page on which the account buys a plan. There is one such page for an account at a time, and none
 * while it has a subscription: nobody pays twice.
 * @throws AppError conflict beside a subscription, for a plan that is not sold, and while a page is being opened;
 *   unavailable
 */
export async function openCheckout(
  { userId }: Actor,
  period: BillingPeriod,
): Promise<{ url: string }> {
  const offers = await readOffers();
  if (!offers) throw new AppError("unavailable", "O serviço de pagamento não respondeu.");
  const offer = offers[period];
  if (!offer?.isSold) throw new AppError("conflict", "Este plano não está à venda agora.");
  const current = await findCurrentBilling(userId);
  if (current && !OVER.includes(current.status)) throw hasSubscription();
  if (!(await startChange(userId, OPENING_S))) {
    throw new AppError("conflict", "A página de pagamento já está sendo aberta em outra aba.");
  }
  try {
    const customerId = await prepareCustomer(userId);
    const request = { userId, customerId, period, offer, ...addressesOf() };
    return { url: await getPayments().openCheckout(request, randomUUID()) };
  } finally {
    await endChange(userId);
  }
}

/**
 * The account's customer at the provider, created where it has none.
 * @throws AppError conflict when one of the account's customers has a subscription, which is read first
 */
async function prepareCustomer(userId: UserId): Promise<string> {
  const payments = getPayments();
  const customers = await Promise.all(
    (await findCustomers(userId)).map(async (id) => {
      const isUsable = await payments.hasCustomer(id);
      return { id, isUsable, running: isUsable ? await payments.findSubscriptions(id) : [] };
    }),
  );
  const [running] = customers.flatMap((customer) => customer.running);
  if (running !== undefined) {
    await syncSubscription(userId, running);
    throw hasSubscription();
  }
  const usable = customers.find(({ isUsable }) => isUsable);
  if (usable) return usable.id;
  const email = await findEmail(userId);
  const created = await payments.createCustomer({ userId, email }, randomUUID());
  await linkCustomer(userId, created);
  return created;
}

function addressesOf() {
  const left = new URL(paths.subscription, env.APP_URL);
  const paid = new URL(left);
  paid.searchParams.set(CHECKOUT_PARAMETER, "pago");
  return { paidUrl: paid.toString(), leftUrl: left.toString() };
}

function hasSubscription() {
  return new AppError(
    "conflict",
    "Sua conta já tem uma assinatura: mude o plano dela na tela Assinatura.",
  );
}
