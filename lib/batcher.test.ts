import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Batcher } from "./batcher";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open(options = { size: 3, lingerMs: 100 }) {
  const groups: { items: number[]; end: (error?: Error) => void }[] = [];
  const batcher = new Batcher<number, number>(
    (items) =>
      new Promise((resolve, reject) => {
        groups.push({
          items,
          end: (error) => (error ? reject(error) : resolve(items.map((item) => item * 10))),
        });
      }),
    options,
  );
  return { groups, batcher, items: () => groups.map((group) => group.items) };
}

test("a single item starts a batch after the linger time, with those added meanwhile", async () => {
  const { batcher, groups, items } = open();
  const first = batcher.add(1);
  await vi.advanceTimersByTimeAsync(60);
  const second = batcher.add(2);
  expect(items()).toEqual([]);
  await vi.advanceTimersByTimeAsync(40);
  expect(items()).toEqual([[1, 2]]);
  groups[0]?.end();
  expect(await Promise.all([first, second])).toEqual([10, 20]);
});

test("a full batch starts at once, one batch at a time, in order", async () => {
  const { batcher, groups, items } = open();
  const all = Promise.all([1, 2, 3, 4, 5, 6, 7].map((item) => batcher.add(item)));
  expect(items()).toEqual([[1, 2, 3]]);
  await vi.advanceTimersByTimeAsync(500);
  expect(items()).toHaveLength(1);
  groups[0]?.end();
  await vi.advanceTimersByTimeAsync(0);
  groups[1]?.end();
  await vi.advanceTimersByTimeAsync(100);
  groups[2]?.end();
  expect(await all).toEqual([10, 20, 30, 40, 50, 60, 70]);
  expect(items()).toEqual([[1, 2, 3], [4, 5, 6], [7]]);
});

test("flush starts the waiting batch", async () => {
  const { batcher, groups, items } = open();
  const only = batcher.add(1);
  batcher.flush();
  expect(items()).toEqual([[1]]);
  groups[0]?.end();
  expect(await only).toBe(10);
  batcher.flush();
  expect(items()).toHaveLength(1);
});

test("a failing batch rejects its own items, not the next", async () => {
  const { batcher, groups } = open();
  const failing = batcher.add(1);
  const outcome = failing.catch((error: Error) => error.message);
  await vi.advanceTimersByTimeAsync(100);
  const next = batcher.add(2);
  groups[0]?.end(new Error("no"));
  expect(await outcome).toBe("no");
  await vi.advanceTimersByTimeAsync(100);
  groups[1]?.end();
  expect(await next).toBe(20);
});
