/** Which of an account's subscriptions stays when several could charge it. */

export interface ChargingSubscription {
  id: string;
  startedAt: Date;
  /** It is paid, gives PRO now and renews. */
  runs: boolean;
  /** When its owner last cancelled its end. */
  resumedAt: Date | null;
  /** Its purchase, once paid. */
  purchase: { paidAt: Date; paymentIntent: string | null } | null;
  /** Payments that were not refunded. */
  paid: { paidAt: Date; start: Date; end: Date }[];
}

export interface Ending {
  id: string;
  /** The purchase to refund: one payment at most. */
  refund: string | null;
  /** The subscription that stays. */
  kept: string;
}

/**
 * A purchase during another subscription that was paid for and renewed is a mistake: it ends, and its own first payment
 * is refunded. If subscriptions overlap for any other reason (an old invoice is paid late, an end is cancelled), the one
 * that lasts longest stays. The provider's dates decide, not the order in which we received them; they are whole
 * seconds, and within one second the longer one comes first.
 */
export function decideEndings(all: readonly ChargingSubscription[]): Ending[] {
  const ordered = [...all].sort(compareByPurchase);
  const endings: Ending[] = [];
  const left: ChargingSubscription[] = [];
  for (const each of ordered) {
    const doubled = left.find((earlier) => isDoubled(earlier, each));
    if (!doubled) left.push(each);
    else {
      const refund = each.purchase?.paymentIntent ?? null;
      endings.push({ id: each.id, refund, kept: doubled.id });
    }
  }
  const kept = left.reduce<ChargingSubscription | null>(
    (best, each) => (best === null || compareByLength(each, best) < 0 ? each : best),
    null,
  );
  for (const each of left) {
    if (kept && each !== kept) endings.push({ id: each.id, refund: null, kept: kept.id });
  }
  return endings;
}

/** The end of the paid time; the epoch if nothing is paid. */
export function paidUntil({ paid }: Pick<ChargingSubscription, "paid">): Date {
  return new Date(Math.max(0, ...paid.map(({ end }) => end.getTime())));
}

function isDoubled(earlier: ChargingSubscription, { purchase }: ChargingSubscription): boolean {
  if (!earlier.runs || !purchase) return false;
  const { paidAt: at } = purchase;
  // At the other purchase it was set to end.
  if (earlier.resumedAt && earlier.resumedAt > at) return false;
  return earlier.paid.some(({ paidAt, start, end }) => paidAt <= at && start <= at && at < end);
}

function compareByPurchase(one: ChargingSubscription, other: ChargingSubscription): number {
  return boughtAt(one) - boughtAt(other) || compareByLength(one, other);
}

function compareByLength(one: ChargingSubscription, other: ChargingSubscription): number {
  return (
    paidUntil(other).getTime() - paidUntil(one).getTime() ||
    one.startedAt.getTime() - other.startedAt.getTime() ||
    (one.id < other.id ? -1 : 1)
  );
}

function boughtAt({ purchase, startedAt }: ChargingSubscription): number {
  return (purchase?.paidAt ?? startedAt).getTime();
}
