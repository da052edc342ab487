import { Redis } from "ioredis";
import type { z } from "zod/mini";
import { Batcher } from "@/lib/batcher";
import type { streamEvents } from "@/lib/contracts/platform/stream";
import type { StreamEventName } from "@/lib/domain/events/stream-events";
import type { OwnerId, PersonId } from "@/server/platform/actor";
import { afterCommit } from "@/server/platform/db/transaction";
import { env } from "@/server/platform/env";
import { logger } from "@/server/platform/logger";
import { outsideWork } from "@/server/platform/work";
import { notifyLive } from "./live.repository";

export const LIVE_CHANNEL = "garimpo_live";
export const ALL_SESSIONS = "all";

/** The end of one of a person's sessions, or of all. */
export interface SessionEnd {
  personId: PersonId;
  endedSession: string;
}

/** A message on the channel: an event for an account's screens, or the end of sessions. */
export type LiveMessage =
  | { ownerId: OwnerId; event: string; data: unknown; to?: PersonId }
  | SessionEnd;

let redis: Redis | undefined;

/**
 * Publishes an event to all screens of the account after the current transaction commits. A lost event only delays a
 * refresh: screens refetch when their stream reconnects.
 */
export function publish<N extends StreamEventName>(
  ownerId: OwnerId,
  event: N,
  data: z.input<(typeof streamEvents)[N]>,
): void {
  const payload = JSON.stringify({ ownerId, event, data } satisfies LiveMessage);
  afterCommit(() => {
    if (!fits(payload)) gather(toResync(ownerId), GATHER_RESYNCS_MS);
    else if (Object.keys(data).length === 0) gather(payload, GATHER_MS);
    else sendOrLog(payload);
  });
}

/** The same to the screens of one person. */
export function publishTo<N extends StreamEventName>(
  ownerId: OwnerId,
  to: PersonId,
  event: N,
  data: z.input<(typeof streamEvents)[N]>,
): void {
  const payload = JSON.stringify({ ownerId, event, data, to } satisfies LiveMessage);
  afterCommit(() => sendOrLog(payload));
}

/**
 * Ends the open streams of one session, or of every session of the person when `sessionId` is null, after the
 * current transaction commits. Events published later do not reach them.
 */
export function publishSessionEnd(personId: PersonId, sessionId: string | null): void {
  const payload = JSON.stringify({
    personId,
    endedSession: sessionId ?? ALL_SESSIONS,
  } satisfies LiveMessage);
  afterCommit(() => sendOrLog(payload));
}

/** PostgreSQL refuses a longer notification, and with it the whole statement, including other notifications. */
const MAX_NOTIFICATION_BYTES = 7_999;

function fits(payload: string): boolean {
  return env.REDIS_URL !== undefined || Buffer.byteLength(payload) <= MAX_NOTIFICATION_BYTES;
}

/** Replaces an event that is too long. */
function toResync(ownerId: OwnerId): string {
  return JSON.stringify({ ownerId, event: "resync", data: {} } satisfies LiveMessage);
}

/** Events without data are debounced: several within this time are published once. */
const GATHER_MS = 100;
/** After a resync a screen refetches everything: this must not happen with each step of a progress. */
const GATHER_RESYNCS_MS = 2_000;
const awaited = new Set<string>();

function gather(payload: string, withinMs: number): void {
  if (awaited.has(payload)) return;
  awaited.add(payload);
  setTimeout(() => {
    awaited.delete(payload);
    sendOrLog(payload);
  }, withinMs);
}

function sendOrLog(payload: string): void {
  send(payload).catch((error: unknown) => logger.warn({ err: error }, "live event not sent"));
}

/** Events published while a statement is running are sent with the next. */
const notifications = new Batcher<string, void>(
  async (payloads) => {
    await notifyLive(LIVE_CHANNEL, payloads);
    return [];
  },
  { size: 100, lingerMs: 0 },
);

async function send(payload: string) {
  if (!env.REDIS_URL) return notifications.add(payload);
  const { REDIS_URL: url } = env;
  redis ??= outsideWork(() => connectToRedis(url));
  await redis.publish(LIVE_CHANNEL, payload);
}

function connectToRedis(url: string) {
  const connection = new Redis(url, { maxRetriesPerRequest: 1 });
  connection.on("error", (error) => logger.warn({ error: error.message }, "live connection lost"));
  return connection;
}

export async function closeLive(): Promise<void> {
  await redis?.quit().catch(() => undefined);
}
