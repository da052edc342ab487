/**
 * 1,000 open event streams, of 50 people with 20 each, and one event for all of them: from its publication to the last
 * hundredth of the streams, against bare node:http responses written in a loop. Then the memory of the server, once all
 * are closed, against what it was before they were opened.
 */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { until } from "@/sandbox/testing";
import { publish } from "@/server/platform/live/publish";
import { buildUser, type TestUser } from "../factories/users";
import { type Measurement, median } from "./measurement";
import { startServer } from "./server-process";

const PEOPLE = 50;
const STREAMS_EACH = 20;
const ROUNDS = 7;
const EVENT = "event: message.changed";
/** How much longer the way through the database may take. */
const MAX_TIMES_REFERENCE = 3;
const MAX_GROWTH = 1.05;

const people: TestUser[] = [];
for (let at = 0; at < PEOPLE; at += 1) people.push(await buildUser());
const servers = {
  reference: await startServer("stream-reference.ts", {}),
  ours: await startServer("stream-server.ts", {}),
};

// What is loaded and compiled with the first streams stays.
await closeAll(await openStreams(servers.ours.url));
await pause(1_000);
const before = await readMemory(servers.ours.child);
const streams = {
  reference: await openStreams(servers.reference.url),
  ours: await openStreams(servers.ours.url),
};
const times: Record<keyof typeof servers, number[]> = { reference: [], ours: [] };
for (let round = -1; round < ROUNDS; round += 1) {
  const [reference, ours] = [
    await measureDelivery(streams.reference, "event: lists.changed", () =>
      fetch(`${servers.reference.url}/publish`),
    ),
    await measureDelivery(streams.ours, EVENT, async () => {
      for (const { id } of people) publish(id, "message.changed", { chat: String(round) });
    }),
  ];
  // The first round is a warm-up.
  if (round < 0) continue;
  times.reference.push(reference);
  times.ours.push(ours);
}
await closeAll(streams.reference);
await closeAll(streams.ours);
await pause(1_000);
const after = await readMemory(servers.ours.child);
for (const { child } of Object.values(servers)) child.kill("SIGKILL");

const [reference, ours] = [median(times.reference), median(times.ours)];
const measurements: Measurement[] = [
  {
    what: `stream: one event to ${PEOPLE * STREAMS_EACH} open streams, p99`,
    unit: "ms",
    reference,
    ours,
    ratio: reference / ours,
    target: `≥ ${(1 / MAX_TIMES_REFERENCE).toFixed(2)}`,
  },
  {
    what: "stream: memory once they are closed",
    unit: "MB",
    reference: before / 1e6,
    ours: after / 1e6,
    ratio: before / after,
    target: `≥ ${(1 / MAX_GROWTH).toFixed(2)}`,
  },
];
process.send?.(measurements, () => process.exit(0));

interface Stream {
  socket: Socket;
  /** Called with each piece of text that arrives. */
  onText: (text: string) => void;
}

async function openStreams(url: string): Promise<Stream[]> {
  const { hostname, port } = new URL(url);
  const opened: Stream[] = [];
  for (const { token } of people) {
    await Promise.all(
      Array.from({ length: STREAMS_EACH }, async () => {
        const socket = connect(Number(port), hostname);
        const stream: Stream = { socket, onText: () => undefined };
        socket.on("data", (bytes) => stream.onText(bytes.toString()));
        const answered = new Promise<void>((resolve) => {
          stream.onText = (text) => text.includes("retry: 2000") && resolve();
        });
        socket.write(`GET /api/stream HTTP/1.1\r\nHost: ${hostname}\r\ntoken: ${token}\r\n\r\n`);
        await answered;
        opened.push(stream);
      }),
    );
  }
  return opened;
}

/** Milliseconds until 99 of 100 streams have the event. */
async function measureDelivery(
  open: Stream[],
  event: string,
  trigger: () => Promise<unknown>,
): Promise<number> {
  const arrivals: number[] = [];
  for (const stream of open) {
    stream.onText = (text) => {
      if (text.includes(event)) arrivals.push(performance.now());
    };
  }
  const startedAt = performance.now();
  await trigger();
  await until(async () => arrivals.length >= open.length, "the event on each stream", 20_000);
  const sorted = arrivals.toSorted((a, b) => a - b);
  return (sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN) - startedAt;
}

async function closeAll(open: Stream[]): Promise<void> {
  await Promise.all(
    open.map(async ({ socket }) => {
      socket.destroy();
      if (!socket.closed) await once(socket, "close");
    }),
  );
}

async function readMemory(server: ChildProcess): Promise<number> {
  server.send("memory");
  const [message] = (await once(server, "message")) as [{ bytes: number }];
  return message.bytes;
}
