import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  BILLING_PERIODS,
  getPlanLabel,
  monthlyPriceCents,
  PLAN_CATALOGUE,
  yearlySavingCents,
} from "./plan-catalogue";

const monthly = PLAN_CATALOGUE.monthly.priceCents;

describe("the catalogue", () => {
  test("has the specification's prices, savings and equivalents", () => {
    expect(BILLING_PERIODS.map((period) => PLAN_CATALOGUE[period].priceCents)).toEqual([
      9_700, 26_100, 92_400,
    ]);
    const { quarterly, annual } = PLAN_CATALOGUE;
    expect(monthlyPriceCents(quarterly)).toBe(8_700);
    expect(monthlyPriceCents(annual)).toBe(7_700);
    expect(yearlySavingCents(quarterly, monthly)).toBe((97 * 12 - 261 * 4) * 100);
    expect(yearlySavingCents(annual, monthly)).toBe((97 * 12 - 924) * 100);
    expect(yearlySavingCents(PLAN_CATALOGUE.monthly, monthly)).toBe(0);
  });

  test("labels its own plans and leaves others as they are", () => {
    expect(["monthly", "quarterly", "annual", "toString"].map(getPlanLabel)).toEqual([
      "Mensal",
      "Trimestral",
      "Anual",
      "toString",
    ]);
  });
});

const price = fc.record({
  priceCents: fc.integer({ min: 1, max: 999_999_900 }),
  months: fc.constantFrom(1, 2, 3, 4, 6, 12),
});

describe("any price", () => {
  test("by the month is whole reais, at most half a real away", () => {
    fc.assert(
      fc.property(price, (each) => {
        const cents = monthlyPriceCents(each);
        expect(cents % 100).toBe(0);
        expect(Math.abs(cents - each.priceCents / each.months)).toBeLessThanOrEqual(50);
      }),
    );
  });

  test("saves a whole number of centavos, and with what it costs makes the year's price", () => {
    fc.assert(
      fc.property(price, fc.integer({ min: 1, max: 99_999_900 }), (each, monthlyCents) => {
        const saving = yearlySavingCents(each, monthlyCents);
        expect(Number.isSafeInteger(saving)).toBe(true);
        expect(saving + each.priceCents * (12 / each.months)).toBe(12 * monthlyCents);
      }),
    );
  });
});
