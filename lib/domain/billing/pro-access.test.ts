import { describe, expect, test } from "vitest";
import {
  canCharge,
  decideManualAccess,
  decideProAccess,
  hasProAccess,
  SUBSCRIPTION_STATUSES,
  type SubscriptionFacts,
} from "./pro-access";

const NOW = new Date("2026-11-22T12:00:00Z");
const hours = (count: number) => new Date(NOW.getTime() + count * 3_600_000);
const days = (count: number) => new Date(NOW.getTime() + count * 86_400_000);

const facts = (changes: Partial<SubscriptionFacts> = {}): SubscriptionFacts => ({
  isPro: true,
  status: "active",
  endsAt: null,
  isPaused: false,
  isCustomerDeleted: false,
  endedByFailedPayment: false,
  debit: null,
  paidUntil: days(20),
  firstFailedAt: null,
  isTakenBack: false,
  ...changes,
});

const NONE = { pro: false, until: null };

describe("a subscription", () => {
  test.each<[string, Partial<SubscriptionFacts>, { pro: boolean; until: Date | null }]>([
    ["active", {}, { pro: true, until: null }],
    ["in its trial", { status: "trialing", paidUntil: null }, { pro: true, until: null }],
    ["to be cancelled", { endsAt: days(3) }, { pro: true, until: days(3) }],
    [
      "whose renewal a bank debits",
      { debit: "processing", paidUntil: days(-2) },
      { pro: true, until: null },
    ],
    [
      "whose debits ended at the bank",
      { debit: "ended" },
      { pro: true, until: hours(20 * 24 + 2) },
    ],
    [
      "whose debits ended, and that is to be cancelled",
      { debit: "ended", endsAt: days(3) },
      { pro: true, until: days(3) },
    ],
    [
      "past due after its debits ended",
      { debit: "ended", status: "past_due", firstFailedAt: days(-2) },
      { pro: true, until: days(5) },
    ],
    ["paused, its period paid", { isPaused: true }, { pro: true, until: days(20) }],
    ["paused in a trial", { status: "trialing", isPaused: true, paidUntil: null }, NONE],
    ["past due", { status: "past_due", firstFailedAt: days(-2) }, { pro: true, until: days(5) }],
    ["unpaid", { status: "unpaid", firstFailedAt: days(-2) }, { pro: true, until: days(5) }],
    ["past due since nobody knows when", { status: "past_due" }, NONE],
    ["cancelled", { status: "canceled", firstFailedAt: days(-2) }, NONE],
    [
      "cancelled by a failed payment",
      { status: "canceled", endedByFailedPayment: true, firstFailedAt: days(-2) },
      { pro: true, until: days(5) },
    ],
    ["refunded", { isTakenBack: true }, NONE],
    [
      "refunded while past due",
      { status: "past_due", firstFailedAt: NOW, isTakenBack: true },
      NONE,
    ],
    ["of another product", { isPro: false }, NONE],
    ["of a deleted customer", { isCustomerDeleted: true }, NONE],
    ["not yet paid", { status: "incomplete" }, NONE],
    ["never paid", { status: "incomplete_expired" }, NONE],
    ["whose trial ended without a card", { status: "paused" }, NONE],
    ["that the provider does not know", { status: "missing" }, NONE],
  ])("%s", (_, changes, expected) => {
    expect(decideProAccess(facts(changes))).toEqual(expected);
  });

  test("of no status gives PRO when its payment was taken back, its customer deleted or its price another product's", () => {
    for (const status of SUBSCRIPTION_STATUSES) {
      for (const changes of [
        { isTakenBack: true },
        { isCustomerDeleted: true },
        { isPro: false },
      ]) {
        const all = { status, firstFailedAt: NOW, endedByFailedPayment: true, ...changes };
        expect(decideProAccess(facts(all))).toEqual(NONE);
      }
    }
  });
});

test("what renews or is unpaid can charge, of our prices and of a customer that exists", () => {
  const charging = (status: (typeof SUBSCRIPTION_STATUSES)[number], changes = {}) =>
    canCharge({ ...facts({ status }), periodEnd: days(20), ...changes });
  const all = SUBSCRIPTION_STATUSES.filter((status) => charging(status));
  expect(all).toEqual(["active", "trialing", "past_due", "unpaid"]);
  for (const changes of [{ isPro: false }, { isCustomerDeleted: true }]) {
    expect(SUBSCRIPTION_STATUSES.filter((status) => charging(status, changes))).toEqual([]);
  }
  // Set to end with its period it does not renew; what is unpaid is still collected.
  const ending = { endsAt: days(20) };
  expect(SUBSCRIPTION_STATUSES.filter((status) => charging(status, ending))).toEqual([
    "past_due",
    "unpaid",
  ]);
  expect(charging("active", { endsAt: days(21) })).toBe(true);
});

describe("an administrator's record", () => {
  test.each([
    ["active", { pro: true, until: NOW }],
    ["trial", { pro: true, until: NOW }],
    ["past_due", { pro: true, until: days(7) }],
    ["unpaid", NONE],
    ["canceled", NONE],
  ])("%s", (status, expected) => {
    expect(decideManualAccess({ status, periodEnd: NOW })).toEqual(expected);
  });
});

test("access ends at its instant, and without one not at all", () => {
  expect(hasProAccess({ pro: true, until: null }, NOW)).toBe(true);
  expect(hasProAccess({ pro: true, until: days(1) }, NOW)).toBe(true);
  expect(hasProAccess({ pro: true, until: NOW }, NOW)).toBe(false);
  expect(hasProAccess({ pro: false, until: null }, NOW)).toBe(false);
  expect(hasProAccess({ pro: false, until: days(1) }, NOW)).toBe(false);
});
