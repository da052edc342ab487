"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useRef } from "react";
import { useSessionUser } from "@/components/session/session-context";
import { userQueries } from "@/components/session/users.queries";
import {
  MOST_AGE_MS,
  STREAM_EVENTS,
  type StreamEventName,
} from "@/lib/domain/events/stream-events";
import { refreshAll } from "./refresh-queries";

const STREAM_URL = "/api/stream";
const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 60_000;
/** How long the stream may take to open. It is added to the page's age. */
const OPENING_MS = 2_000;

/** Events published since this time are unknown: since this page began, or its last stream was closed. */
let unwatchedSince = performance.now();

/** Turns the server's events into cache patches and invalidations for all screens. */
export function StreamProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const router = useRouter();
  const { plan } = useSessionUser();
  const shown = useRef(plan);
  useEffect(() => {
    shown.current = plan;
  }, [plan]);
  useEffect(() => {
    // The page contains the plan. Next's refresh undoes what is chosen meanwhile, so there is none without need.
    async function refreshPage() {
      const { user } = await client.fetchQuery({ ...userQueries.me(), staleTime: 0 });
      if (user.plan !== shown.current) router.refresh();
    }
    // Where the session has ended, the request itself says so.
    return openStream(client, () => void refreshPage().catch(() => undefined));
  }, [client, router]);
  return children;
}

/** Opens the event stream. Returns the function that closes it. */
function openStream(client: QueryClient, refreshPage: () => void): () => void {
  let source: EventSource;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let retryMs = FIRST_RETRY_MS;
  let missedEvents = false;

  function connect() {
    const askedAt = performance.now();
    const age = Math.min(MOST_AGE_MS, Math.ceil(askedAt - unwatchedSince) + OPENING_MS);
    source = new EventSource(missedEvents ? STREAM_URL : `${STREAM_URL}?age=${age}`);
    source.onopen = () => {
      retryMs = FIRST_RETRY_MS;
      // The server counts the age from the arrival of the request, which may be this much later.
      const isLate = performance.now() - askedAt > OPENING_MS;
      if (missedEvents || isLate) refreshAll(client, refreshPage);
      missedEvents = false;
    };
    source.onerror = () => {
      missedEvents = true;
      // EventSource reconnects by itself after a dropped connection, but not after an error response.
      if (source.readyState !== EventSource.CLOSED) return;
      // The event source does not say why it was refused. If the session ended elsewhere, this request ends it here too.
      void client.fetchQuery({ ...userQueries.me(), staleTime: 0 }).catch(() => undefined);
      retry = setTimeout(connect, retryMs);
      retryMs = Math.min(LAST_RETRY_MS, retryMs * 2);
    };
    for (const name of STREAM_EVENTS) {
      source.addEventListener(name, (event) => void handle(name, event.data));
    }
  }

  /** The code that handles events is loaded with the first one; later ones wait for it, so their order is kept. */
  async function handle(name: StreamEventName, text: string) {
    const events = await import("./stream-events").catch(() => null);
    if (events) events.handleEvent(client, name, text, refreshPage);
    else refreshAll(client, refreshPage);
  }

  connect();
  return () => {
    clearTimeout(retry);
    source.close();
    unwatchedSince = performance.now();
  };
}
