import { toReais } from "@/lib/domain/billing/money";
import {
  BILLING_PERIODS,
  type BillingPeriod,
  PLAN_CATALOGUE,
} from "@/lib/domain/plans/plan-catalogue";
import type { Offers } from "@/server/billing/payments/payments.gateway";
import { getPayments } from "@/server/billing/payments/payments.service";
import { env } from "@/server/platform/env";
import { logger } from "@/server/platform/logger";
import { within } from "@/server/platform/within";
import { alertAdministrator } from "./alerts.service";

/** A price that was changed in the provider's catalogue shows within this time. */
const KEPT_MS = 60_000;
/** No request waits longer for a reading in progress. */
const PATIENCE_MS = 3_000;
/** A provider that did not answer is asked again after this time. */
const RETRY_MS = 10_000;

let known: { offers: Offers; readAt: number } | undefined;
let reading: { done: Promise<Offers | undefined>; startedAt: number } | undefined;
let retryAt = 0;

/** The provider's present offers; the last known ones when it does not answer, and undefined when it never did. */
export async function readOffers(): Promise<Offers | undefined> {
  if (!env.payments) return undefined;
  const now = Date.now();
  if (known && now - known.readAt < KEPT_MS) return known.offers;
  if (!reading && now < retryAt) return known?.offers;
  reading ??= {
    startedAt: performance.now(),
    done: fetchOffers().finally(() => {
      reading = undefined;
    }),
  };
  const patience = reading.startedAt + PATIENCE_MS - performance.now();
  if (patience <= 0) return known?.offers;
  return within(patience, reading.done).catch(() => known?.offers);
}

async function fetchOffers(): Promise<Offers | undefined> {
  try {
    const offers = await getPayments().readOffers();
    known = { offers, readAt: Date.now() };
    await alertOfUnsold(offers);
    return offers;
  } catch (error) {
    logger.warn({ err: error }, "prices not read");
    retryAt = Date.now() + RETRY_MS;
    return known?.offers;
  }
}

/** By plan: what it costs in reais, and whether it is sold. Until the provider has answered, as the settings say. */
export async function readPrices() {
  const offers = await readOffers();
  const byPeriod = <T>(of: (period: BillingPeriod) => T) =>
    Object.fromEntries(BILLING_PERIODS.map((period) => [period, of(period)])) as Record<
      BillingPeriod,
      T
    >;
  return {
    prices: byPeriod((period) =>
      toReais(offers?.[period]?.priceCents || PLAN_CATALOGUE[period].priceCents),
    ),
    isSold: byPeriod((period) =>
      offers ? offers[period]?.isSold === true : env.payments?.prices[period] !== undefined,
    ),
  };
}

async function alertOfUnsold(offers: Offers): Promise<void> {
  for (const period of BILLING_PERIODS) {
    const offer = offers[period];
    if (!offer || offer.isSold) continue;
    await alertAdministrator({
      kind: "other_product",
      subject: offer.priceId,
      ownerId: null,
      detail: `O preço do plano ${PLAN_CATALOGUE[period].label} não existe no Stripe, está arquivado ou é de outro período: o plano não é oferecido.`,
    });
  }
}
