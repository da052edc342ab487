import { expect, test } from "vitest";
import { until } from "@/sandbox/testing";
import {
  runInThread,
  streamFromThread,
  type ThreadEnded,
  toOwnBuffer,
} from "@/server/platform/threads/thread-pool";
import type answer from "@/tests/support/thread-tasks/answer.thread";
import type { Task } from "@/tests/support/thread-tasks/answer.thread";
import type { Stream } from "@/tests/support/thread-tasks/stream.thread";

const folder = "tests/support/thread-tasks";
const GENEROUS_MS = 60_000;

function run(task: Task, deadlineMs = GENEROUS_MS) {
  return runInThread<typeof answer>(`${folder}/answer.thread.ts`, task, { deadlineMs });
}

async function collect(input: Stream, deadlineMs = GENEROUS_MS) {
  const items: number[] = [];
  const stream = streamFromThread<Stream, number>(`${folder}/stream.thread.ts`, input, {
    deadlineMs,
  });
  for await (const item of stream) items.push(item);
  return items;
}

test("a task answers, without access to the environment", async () => {
  expect(await run("answer")).toBe("done");
  expect(await run("read the environment")).toEqual([]);
});

test("a task that exceeds its deadline or the heap ends its thread, and the next one runs", async () => {
  let ticks = 0;
  const timer = setInterval(() => {
    ticks += 1;
  }, 10);
  await expect(run("loop", 1_000)).rejects.toMatchObject({
    reason: "deadline",
  } satisfies Partial<ThreadEnded>);
  await expect(run("fill the heap")).rejects.toMatchObject({
    reason: "memory",
  } satisfies Partial<ThreadEnded>);
  clearInterval(timer);
  // The process worked meanwhile.
  expect(ticks).toBeGreaterThan(10);
  await expect(run("fail")).rejects.toThrow("failed");
  expect(await run("answer")).toBe("done");
});

test("tasks that fill every thread do not use up the deadline of the ones that wait", async () => {
  const ended = await Promise.allSettled([
    ...Array.from({ length: 6 }, () => run("loop", 500)),
    run("answer", 10_000),
  ]);
  expect(ended.at(-1)).toEqual({ status: "fulfilled", value: "done" });
  expect(ended.filter(({ status }) => status === "rejected")).toHaveLength(6);
});

test("a stream yields what its task yields and ends as the task does", async () => {
  const numbers = Array.from({ length: 20 }, (_, number) => number);
  expect(await collect({ count: 20, end: "ends" })).toEqual(numbers);
  await expect(collect({ count: 3, end: "refuses" })).rejects.toMatchObject({
    code: "invalid_input",
    message: "Não dá.",
    fields: { file: "Não dá." },
  });
  await expect(collect({ count: 3, end: "fails" })).rejects.toThrow("failed");
  await expect(collect({ count: 3, end: "loops" }, 1_000)).rejects.toMatchObject({
    reason: "deadline",
  });
});

test("a stream that is left ends its task", async () => {
  const stream = streamFromThread<Stream, number>(
    `${folder}/stream.thread.ts`,
    { count: 3, end: "loops" },
    { deadlineMs: GENEROUS_MS },
  );
  for await (const item of stream) if (item === 1) break;
  const free = () => Promise.all([run("answer", 10_000), run("answer", 10_000)]);
  await until(free, "the threads to be free");
});

test("bytes with a buffer of their own are moved, and others copied", () => {
  const own = new Uint8Array([1, 2, 3]);
  expect(toOwnBuffer(own)).toBe(own.buffer);
  const shared = own.subarray(1);
  expect(toOwnBuffer(shared)).not.toBe(own.buffer);
  expect(new Uint8Array(toOwnBuffer(shared))).toEqual(shared);
});
