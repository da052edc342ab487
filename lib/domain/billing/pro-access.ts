/** The effect of a subscription: whether, and until when, it gives PRO; and whether it can charge. */

/** After a failed payment PRO stays for this long, counted from the provider's date of the first failure. */
const GRACE_DAYS = 7;
const GRACE_MS = GRACE_DAYS * 24 * 3_600_000;
/** The provider tries a renewal an hour after its period began: PRO stays until a failure begins the days of grace. */
const TRIED_WITHIN_MS = 2 * 3_600_000;

/** Stripe's, and 'missing' for a subscription that it does not know. */
export const SUBSCRIPTION_STATUSES = [
  "active",
  "trialing",
  "past_due",
  "unpaid",
  "canceled",
  "incomplete",
  "incomplete_expired",
  "paused",
  "missing",
] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** Of a subscription that Pix pays: its bank is debiting a renewal, or its owner has ended the debits there. */
export type Debit = "processing" | "ended" | null;

export interface SubscriptionFacts {
  /** Its price is one of ours. */
  isPro: boolean;
  status: SubscriptionStatus;
  /** When it ends on the customer's request; null while it renews. */
  endsAt: Date | null;
  /** Its payments are paused. */
  isPaused: boolean;
  isCustomerDeleted: boolean;
  /** The provider ended it because a payment failed, not because somebody requested it. */
  endedByFailedPayment: boolean;
  debit: Debit;
  /** The end of the last period that was paid; null when none was. */
  paidUntil: Date | null;
  /** The first failed payment of the invoice that is open; null when none is. */
  firstFailedAt: Date | null;
  /** The payment of the current period was refunded in full, or one was lost in a dispute. */
  isTakenBack: boolean;
}

export interface ProAccess {
  pro: boolean;
  /** When PRO ends if nothing changes; null when it does not. */
  until: Date | null;
}

const NONE: ProAccess = { pro: false, until: null };

export function decideProAccess(facts: SubscriptionFacts): ProAccess {
  if (!facts.isPro || facts.isCustomerDeleted || facts.isTakenBack) return NONE;
  switch (facts.status) {
    case "active":
    case "trialing":
      if (facts.isPaused) return endingAt(facts.paidUntil);
      if (facts.debit === "ended" && facts.endsAt === null) {
        return endingAt(later(facts.paidUntil, TRIED_WITHIN_MS));
      }
      return { pro: true, until: facts.endsAt };
    case "past_due":
    case "unpaid":
      return endingAt(later(facts.firstFailedAt, GRACE_MS));
    case "canceled":
      return facts.endedByFailedPayment ? endingAt(later(facts.firstFailedAt, GRACE_MS)) : NONE;
    default:
      return NONE;
  }
}

/**
 * Whether it can take money without its customer's doing: at its renewal, or for what is unpaid. What ends with its
 * period does not renew, unless its customer chose a later date.
 */
export function canCharge(facts: {
  isPro: boolean;
  status: SubscriptionStatus;
  endsAt: Date | null;
  periodEnd: Date;
  isCustomerDeleted: boolean;
}): boolean {
  if (!facts.isPro || facts.isCustomerDeleted) return false;
  switch (facts.status) {
    case "active":
    case "trialing":
      return facts.endsAt === null || facts.endsAt > facts.periodEnd;
    case "past_due":
    case "unpaid":
      return true;
    default:
      return false;
  }
}

/** For a record that an administrator wrote: nothing renews it. */
export function decideManualAccess(record: { status: string; periodEnd: Date }): ProAccess {
  switch (record.status) {
    case "active":
    case "trial":
      return endingAt(record.periodEnd);
    case "past_due":
      return endingAt(later(record.periodEnd, GRACE_MS));
    default:
      return NONE;
  }
}

export function hasProAccess({ pro, until }: ProAccess, now: Date): boolean {
  return pro && (until === null || until > now);
}

function endingAt(until: Date | null): ProAccess {
  return until === null ? NONE : { pro: true, until };
}

function later(date: Date | null, ms: number): Date | null {
  return date && new Date(date.getTime() + ms);
}
