import { expect, test } from "vitest";
import { createBodyBudget } from "@/server/platform/http/body-budget";

const budget = (limits: Partial<Parameters<typeof createBodyBudget>[0]> = {}) =>
  createBodyBudget({
    maxBytes: 100,
    perHolder: 2,
    waitingPerHolder: 3,
    maxWaitMs: 50,
    holderBusy: "Espere os seus.",
    allBusy: "Espere os outros.",
    ...limits,
  });

/** What became of each claim, in the order in which they ended. */
function follow(claims: Promise<unknown>[]): number[] {
  const admitted: number[] = [];
  for (const [nth, claim] of claims.entries()) void claim.then(() => admitted.push(nth));
  return admitted;
}

test("bodies together hold no more than the limit; the others wait in their order", async () => {
  const { hold } = budget({ maxWaitMs: 10_000 });
  const first = await hold("a", 60);
  const second = await hold("b", 40);
  // The large one is before the small one, which would fit sooner.
  const waiting = [hold("c", 90), hold("d", 10)];
  const admitted = follow(waiting);
  first.release();
  await Promise.resolve();
  expect(admitted).toEqual([]);
  second.release();
  await Promise.all(waiting);
  expect(admitted).toEqual([0, 1]);
});

test("who has too many waits without keeping others waiting", async () => {
  const { hold } = budget({ maxWaitMs: 10_000 });
  const mine = [await hold("me", 1), await hold("me", 1)];
  const third = hold("me", 1);
  await hold("another", 50);
  mine[0]?.release();
  await third;
});

test("waiting too long, or behind too many, is refused with what to wait for", async () => {
  const { hold } = budget();
  await hold("me", 50);
  await hold("me", 40);
  const late = Array.from({ length: 4 }, () => hold("me", 1).catch((error: Error) => error));
  expect(await Promise.race(late)).toMatchObject({ code: "rate_limited" });
  await Promise.all(late);
  await expect(hold("me", 1)).rejects.toMatchObject({
    code: "rate_limited",
    message: "Espere os seus.",
    retryAfterSeconds: 10,
  });
  await expect(hold("another", 20)).rejects.toMatchObject({
    code: "unavailable",
    message: "Espere os outros.",
  });
  // A refused one keeps nothing.
  await hold("another", 10);
});

test("what comes beyond the reserved bytes counts, and is given back once", async () => {
  const { hold } = budget();
  const body = await hold("me", 0);
  body.grow(60);
  expect(() => body.grow(41)).toThrow("Espere os outros.");
  body.release();
  body.release();
  const next = await hold("me", 0);
  next.grow(100);
  expect(() => next.grow(1)).toThrow("Espere os outros.");
});
