import { Redis } from "ioredis";
import { listen } from "@/server/db/listener";
import { env } from "@/server/env";
import { logger } from "@/server/logger";
import { ALL_SESSIONS, LIVE_CHANNEL, type LiveMessage } from "./publish";

export interface Subscriber {
  sessionId: string;
  receive(event: string, data: string): void;
  /** Called when the session is over; nothing is received afterwards. */
  end(): void;
}

/** The open streams of this process, by user. */
const subscribers = new Map<number, Set<Subscriber>>();

let source: { close(): Promise<void> } | undefined;

/** Returns a function that unsubscribes. */
export function subscribe(userId: number, subscriber: Subscriber): () => void {
  source ??= env.REDIS_URL
    ? subscribeToRedis(env.REDIS_URL)
    : listen(LIVE_CHANNEL, deliver, resyncAll);
  const mine = subscribers.get(userId) ?? new Set();
  mine.add(subscriber);
  subscribers.set(userId, mine);
  return () => {
    mine.delete(subscriber);
    if (mine.size === 0 && subscribers.get(userId) === mine) subscribers.delete(userId);
  };
}

export function countOpenStreams(userId: number): number {
  return subscribers.get(userId)?.size ?? 0;
}

export async function closeHub(): Promise<void> {
  await source?.close();
  source = undefined;
}

function deliver(payload: string) {
  const message = JSON.parse(payload) as LiveMessage;
  const mine = subscribers.get(message.userId);
  if (!mine) return;
  if ("endedSession" in message) {
    const { endedSession } = message;
    for (const subscriber of [...mine]) {
      if (endedSession === ALL_SESSIONS || endedSession === subscriber.sessionId) subscriber.end();
    }
    return;
  }
  const text = JSON.stringify(message.data);
  for (const subscriber of mine) subscriber.receive(message.event, text);
}

/** Events may have been missed: every screen refetches its data. */
function resyncAll() {
  for (const mine of subscribers.values()) {
    for (const subscriber of mine) subscriber.receive("resync", "{}");
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
  void connection.subscribe(LIVE_CHANNEL).catch(() => undefined);
  return {
    async close() {
      connection.disconnect();
    },
  };
}
