import { expect, test } from "vitest";
import { createPacedRuns } from "./paced-runs";

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const REST_MS = 200;

/** Work that goes on until it is let go, and what was begun of it. */
function buildWork() {
  const begun: { key: string; afterLate: boolean; end: (again?: boolean) => void }[] = [];
  const work = (key: string, afterLate: boolean) =>
    new Promise<boolean>((resolve) => {
      begun.push({ key, afterLate, end: (again = false) => resolve(again) });
    });
  return { begun, work };
}

test("the first run begins at once, and those of other keys with it", () => {
  const { begun, work } = buildWork();
  const ask = createPacedRuns(work, { restMs: REST_MS, patienceMs: 10_000 });
  ask("a");
  ask("b");
  expect(begun.map(({ key }) => key)).toEqual(["a", "b"]);
});

test("what is asked for while it runs is one more run, once it is done and rested", async () => {
  const { begun, work } = buildWork();
  const ask = createPacedRuns(work, { restMs: REST_MS, patienceMs: 10_000 });
  for (let at = 0; at < 20; at += 1) ask("a");
  await pause(2 * REST_MS);
  expect(begun).toHaveLength(1);
  begun[0]?.end();
  await expect.poll(() => begun.length).toBe(2);
  begun[1]?.end();
  await pause(2 * REST_MS);
  expect(begun).toHaveLength(2);
});

test("what is asked for soon after a short run waits for the rest", async () => {
  const { begun, work } = buildWork();
  const ask = createPacedRuns(work, { restMs: REST_MS, patienceMs: 10_000 });
  const start = performance.now();
  ask("a");
  begun[0]?.end();
  await pause(20);
  ask("a");
  ask("a");
  expect(begun).toHaveLength(1);
  await expect.poll(() => begun.length, { interval: 5 }).toBe(2);
  expect(performance.now() - start).toBeGreaterThanOrEqual(REST_MS - 5);
  begun[1]?.end();
  await pause(2 * REST_MS);
  ask("a");
  expect(begun).toHaveLength(3);
});

test("work that asks for it runs once more, and a failure ends nothing", async () => {
  let runs = 0;
  const ask = createPacedRuns(
    () => {
      runs += 1;
      return runs === 2 ? Promise.reject(new Error("planted")) : Promise.resolve(runs === 1);
    },
    { restMs: 20, patienceMs: 10_000 },
  );
  ask("a");
  await pause(200);
  expect(runs).toBe(2);
  ask("a");
  expect(runs).toBe(3);
});

test("a run that takes too long is given up, and the next is told", async () => {
  const { begun, work } = buildWork();
  const ask = createPacedRuns(work, { restMs: 10, patienceMs: 100 });
  ask("a");
  await pause(20);
  ask("a");
  await expect.poll(() => begun.length).toBe(2);
  expect(begun.map(({ afterLate }) => afterLate)).toEqual([false, true]);
});
