import { describe, expect, test } from "vitest";
import { type ChargingSubscription, decideEndings, paidUntil } from "./doubles";

const NOW = new Date("2026-11-22T12:00:00Z");
const days = (count: number) => new Date(NOW.getTime() + count * 86_400_000);

/** Bought and paid on a day, for so many days. */
function build(
  id: string,
  { at, lasts = 30, ...changes }: { at: number; lasts?: number } & Partial<ChargingSubscription>,
): ChargingSubscription {
  return {
    id,
    startedAt: days(at),
    runs: true,
    resumedAt: null,
    purchase: { paidAt: days(at), paymentIntent: `pi_${id}` },
    paid: [{ paidAt: days(at), start: days(at), end: days(at + lasts) }],
    ...changes,
  };
}

/** In both orders of arrival. */
function decide(...all: ChargingSubscription[]) {
  const endings = decideEndings(all);
  expect(decideEndings([...all].reverse())).toEqual(endings);
  return endings.map(({ id, refund, kept }) => [id, refund, kept]);
}

describe("of an account's subscriptions that can charge", () => {
  test("none or one stays", () => {
    expect(decide()).toEqual([]);
    expect(decide(build("a", { at: -1 }))).toEqual([]);
  });

  test("a purchase beside one that runs is given back, however long it lasts", () => {
    const [a, b] = [build("a", { at: -9 }), build("b", { at: -1, lasts: 365 })];
    expect(decide(a, b)).toEqual([["b", "pi_b", "a"]]);
    expect(decide(a, b, build("c", { at: 0 }))).toEqual([
      ["b", "pi_b", "a"],
      ["c", "pi_c", "a"],
    ]);
  });

  test("a purchase that cost nothing ends without a refund", () => {
    const free = build("b", { at: -1, purchase: { paidAt: days(-1), paymentIntent: null } });
    expect(decide(build("a", { at: -9 }), free)).toEqual([["b", null, "a"]]);
  });

  test("in the same second the longer one comes first, then one of them", () => {
    expect(decide(build("a", { at: -1 }), build("b", { at: -1, lasts: 365 }))).toEqual([
      ["a", "pi_a", "b"],
    ]);
    expect(decide(build("a", { at: -1 }), build("b", { at: -1 }))).toEqual([["b", "pi_b", "a"]]);
  });

  test.each<[string, Partial<ChargingSubscription>]>([
    ["was not paid when the other was bought", { paid: [] }],
    ["was paid after it", { paid: [{ paidAt: days(0), start: days(-9), end: days(21) }] }],
    [
      "was paid to its very second",
      { paid: [{ paidAt: days(-9), start: days(-9), end: days(-1) }] },
    ],
    ["was paid for a later time", { paid: [{ paidAt: days(-9), start: days(0), end: days(30) }] }],
    ["does not run", { runs: false }],
    ["was set to end then", { resumedAt: days(0) }],
  ])("nothing is given back where the first %s: the longer one stays", (_, changes) => {
    const bought = build("b", { at: -1, lasts: 365 });
    expect(decide(build("a", { at: -9, ...changes }), bought)).toEqual([["a", null, "b"]]);
  });

  test("one taken up before the other was bought counts as one that ran", () => {
    const a = build("a", { at: -9, resumedAt: days(-2) });
    expect(decide(a, build("b", { at: -1 }))).toEqual([["b", "pi_b", "a"]]);
  });

  test("the longer one stays although it is the older", () => {
    const revived = build("a", {
      at: -40,
      paid: [{ paidAt: days(0), start: days(-10), end: days(90) }],
    });
    expect(decide(revived, build("b", { at: -1 }))).toEqual([["b", null, "a"]]);
  });

  test("one whose purchase was never paid comes by its beginning, and is given nothing back", () => {
    const trial = build("b", { at: -1, purchase: null, paid: [] });
    expect(decide(build("a", { at: -9 }), trial)).toEqual([["b", null, "a"]]);
  });

  test("of three one stays", () => {
    const a = build("a", { at: -60, runs: false, paid: [] });
    const [b, c] = [build("b", { at: -9 }), build("c", { at: -1 })];
    expect(decide(a, b, c)).toEqual([
      ["c", "pi_c", "b"],
      ["a", null, "b"],
    ]);
  });
});

test("what is paid for ends with its last period", () => {
  expect(paidUntil(build("a", { at: 0 }))).toEqual(days(30));
  expect(paidUntil({ paid: [] })).toEqual(new Date(0));
});
