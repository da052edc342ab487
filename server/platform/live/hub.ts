import { Redis } from "ioredis";
import { AppError } from "@/lib/errors";
import type { OwnerId, PersonId } from "@/server/platform/actor";
import { listen } from "@/server/platform/db/listener";
import { env } from "@/server/platform/env";
import { logger } from "@/server/platform/logger";
import { within } from "@/server/platform/within";
import { outsideWork } from "@/server/platform/work";
import { ALL_SESSIONS, LIVE_CHANNEL, type LiveMessage, type SessionEnd } from "./publish";

export interface Subscriber {
  personId: PersonId;
  sessionId: string;
  /** `text`: the data as JSON. */
  receive(event: string, text: string, data: unknown): void;
  /** Called when the session is over; nothing is received afterwards. */
  end(): void;
}

/** The open streams of this process, by account. */
const subscribers = new Map<OwnerId, Set<Subscriber>>();

let source: { listening: Promise<unknown>; close(): Promise<void> } | undefined;

const LISTENING_WITHIN_MS = 2_000;

/** When something was last published to an account, longest ago first, on performance.now()'s clock. */
const lastHeard = new Map<OwnerId, number>();
const MOST_HEARD = 10_000;
/** From this moment on, `lastHeard` contains every account to which something was published. */
let heardSince = Number.POSITIVE_INFINITY;

/**
 * Waits until this process receives published messages: a stream that opened before would miss the end of its session.
 * @throws AppError unavailable when that takes too long
 */
export async function startListening(): Promise<void> {
  const { REDIS_URL: url } = env;
  // The subscription is shared by all accounts, not tied to the request that opened it.
  source ??= outsideWork(() =>
    url ? subscribeToRedis(url) : listen(LIVE_CHANNEL, deliver, resyncAll),
  );
  await within(LISTENING_WITHIN_MS, source.listening).catch(() => {
    throw new AppError("unavailable");
  });
  heardSince = Math.min(heardSince, performance.now());
}

/** Call after startListening. Whether anything may have been published to the account in the last `ms`. */
export function mayHaveMissed(ownerId: OwnerId, ms: number): boolean {
  const since = performance.now() - ms;
  return since <= heardSince || (lastHeard.get(ownerId) ?? Number.NEGATIVE_INFINITY) >= since;
}

/** Call after startListening. Returns a function that unsubscribes. */
export function subscribe(ownerId: OwnerId, subscriber: Subscriber): () => void {
  const mine = subscribers.get(ownerId) ?? new Set();
  mine.add(subscriber);
  subscribers.set(ownerId, mine);
  return () => {
    mine.delete(subscriber);
    if (mine.size === 0 && subscribers.get(ownerId) === mine) subscribers.delete(ownerId);
  };
}

/** Of a person in this process. */
export function countOpenStreams(ownerId: OwnerId, personId: PersonId): number {
  const streams = [...(subscribers.get(ownerId) ?? [])];
  return streams.filter((stream) => stream.personId === personId).length;
}

/** Counts the streams of all accounts in this process. */
export function countAllStreams(): number {
  return [...subscribers.values()].reduce((sum, mine) => sum + mine.size, 0);
}

/** Ends every open stream of this process; their browsers open others, of another process if there is one. */
export function endAllStreams(): void {
  for (const mine of [...subscribers.values()]) {
    for (const subscriber of [...mine]) subscriber.end();
  }
}

export async function closeHub(): Promise<void> {
  await source?.close();
  source = undefined;
  heardSince = Number.POSITIVE_INFINITY;
}

function deliver(payload: string) {
  const message = JSON.parse(payload) as LiveMessage;
  if ("endedSession" in message) return endStreamsOf(message);
  noteHeard(message.ownerId);
  const mine = subscribers.get(message.ownerId);
  if (!mine) return;
  const text = JSON.stringify(message.data);
  for (const subscriber of mine) {
    if (message.to !== undefined && message.to !== subscriber.personId) continue;
    subscriber.receive(message.event, text, message.data);
  }
}

function endStreamsOf({ personId, endedSession }: SessionEnd) {
  for (const subscriber of [...subscribers.values()].flatMap((mine) => [...mine])) {
    if (subscriber.personId !== personId) continue;
    if (endedSession === ALL_SESSIONS || endedSession === subscriber.sessionId) subscriber.end();
  }
}

function noteHeard(ownerId: OwnerId) {
  lastHeard.delete(ownerId);
  lastHeard.set(ownerId, performance.now());
  const [longestAgo] = lastHeard;
  if (!longestAgo || lastHeard.size <= MOST_HEARD) return;
  lastHeard.delete(longestAgo[0]);
  heardSince = longestAgo[1];
}

/** Events may have been missed: every screen refetches its data. */
function resyncAll() {
  heardSince = performance.now();
  for (const mine of subscribers.values()) {
    for (const subscriber of mine) subscriber.receive("resync", "{}", {});
  }
}

function subscribeToRedis(url: string) {
  const connection = new Redis(url, { maxRetriesPerRequest: null });
  let seen = false;
  connection.on("error", (error) => logger.warn({ error: error.message }, "live connection lost"));
  connection.on("message", (_channel, payload) => deliver(payload));
  connection.on("ready", () => {
    if (seen) resyncAll();
    seen = true;
  });
  const listening = connection.subscribe(LIVE_CHANNEL);
  // Closing it while nobody waits is no error.
  listening.catch(() => undefined);
  return {
    listening,
    async close() {
      connection.disconnect();
    },
  };
}
