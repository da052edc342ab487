import { StreamOpening } from "@/lib/contracts/platform/stream";
import type { StreamEventName } from "@/lib/domain/events/stream-events";
import { AppError } from "@/lib/errors";
import { authenticate } from "@/server/platform/auth/credentials.service";
import { createHandler } from "@/server/platform/http/exchange";
import { identifyCaller } from "@/server/platform/http/identify";
import { parseQuery } from "@/server/platform/http/parse-input";
import {
  countOpenStreams,
  mayHaveMissed,
  startListening,
  subscribe,
} from "@/server/platform/live/hub";
import { narrowEvent } from "@/server/platform/sight/stream-sight.service";

const HEARTBEAT_MS = 20_000;
const MAX_STREAMS_PER_PERSON = 20;
/** A reader this far behind is gone or asleep: it reconnects and refetches. */
const MAX_WAITING_CHUNKS = 1_000;

/**
 * The one event stream. Events are not kept: the server asks a reconnecting browser (Last-Event-ID) to refetch, and
 * also a page that missed an event while it was loading (`age`). The stream ends with its session: at once when the
 * server is notified, otherwise (the message was lost, or the session expired) at the next heartbeat.
 */
export const streamRoute = createHandler("GET /api/stream", async (request, _params, log) => {
  let actor = await identifyCaller(request, log, "read");
  const { age } = parseQuery(request, StreamOpening);
  if (countOpenStreams(actor.ownerId, actor.personId) >= MAX_STREAMS_PER_PERSON) {
    throw new AppError("rate_limited", "Você tem telas demais abertas.", {
      retryAfterSeconds: 30,
    });
  }
  const headers = {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
    "x-request-id": log.requestId,
  };
  // Nobody would read the stream, so nothing would end it.
  if (request.method === "HEAD") return new Response(null, { headers });
  await startListening();
  const encoder = new TextEncoder();
  let eventId = 0;
  let close: () => void = () => undefined;
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        let isOpen = true;
        const write = (text: string) => {
          if (!isOpen) return;
          if ((controller.desiredSize ?? 0) < -MAX_WAITING_CHUNKS) return close();
          controller.enqueue(encoder.encode(text));
        };
        const tell = (event: string, text: string) => {
          eventId += 1;
          write(`id: ${eventId}\nevent: ${event}\ndata: ${text}\n\n`);
        };
        const tellNarrowed = inOrder(async (event: StreamEventName, data: unknown) => {
          const lost = { event: "resync", data: {} } as const;
          const shown = await narrowEvent(actor, event, data).catch(() => lost);
          if (shown) tell(shown.event, JSON.stringify(shown.data));
        });
        const unsubscribe = subscribe(actor.ownerId, {
          personId: actor.personId,
          sessionId: actor.sessionId,
          receive: (event, text, data) => {
            if (!actor.sight) tell(event, text);
            else if (!tellNarrowed(event as StreamEventName, data)) close();
          },
          end: () => close(),
        });
        const beat = () => {
          authenticate(request, "read").then(
            (now) => {
              actor = now;
              write(": \n\n");
            },
            () => close(),
          );
        };
        const heartbeat = setInterval(beat, HEARTBEAT_MS);
        close = () => {
          close = () => undefined;
          isOpen = false;
          clearInterval(heartbeat);
          unsubscribe();
          request.signal.removeEventListener("abort", abort);
          controller.close();
        };
        const abort = () => close();
        request.signal.addEventListener("abort", abort);
        write("retry: 2000\n\n");
        // The session may have ended between its check and the subscription.
        beat();
        const isBack = request.headers.has("last-event-id");
        if (isBack || (age !== undefined && mayHaveMissed(actor.ownerId, age))) {
          write("id: 0\nevent: resync\ndata: {}\n\n");
        }
      },
      cancel: () => close(),
    },
    new CountQueuingStrategy({ highWaterMark: 1 }),
  );
  return new Response(body, { headers });
});

/** Calls `work` one after the other. Returns false, and forgets the call, when too many wait. */
function inOrder<Args extends unknown[]>(work: (...args: Args) => Promise<void>) {
  let waiting = 0;
  let last = Promise.resolve();
  return (...args: Args): boolean => {
    if (waiting >= MAX_WAITING_CHUNKS) return false;
    waiting += 1;
    last = last
      .then(() => work(...args))
      .finally(() => {
        waiting -= 1;
      });
    return true;
  };
}
