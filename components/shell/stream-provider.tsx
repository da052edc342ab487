"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect } from "react";
import { userQueries } from "@/components/session/users.queries";
import { STREAM_EVENTS, type StreamEventName } from "@/lib/domain/events/stream-events";
import { refreshOlderQueries, refreshQueries } from "./refresh-queries";

const STREAM_URL = "/api/stream";
const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 60_000;
const PAGE_BEGAN_AT = Date.now();

/** Turns the server's events into cache patches and invalidations for all screens. */
export function StreamProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const router = useRouter();
  useEffect(() => openStream(client, () => router.refresh()), [client, router]);
  return children;
}

/** Opens the event stream. Returns the function that closes it. */
function openStream(client: QueryClient, refreshPage: () => void): () => void {
  let source: EventSource;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let retryMs = FIRST_RETRY_MS;
  let missedEvents = false;
  let hasBeenOpen = false;

  function connect() {
    source = new EventSource(STREAM_URL);
    source.onopen = () => {
      retryMs = FIRST_RETRY_MS;
      if (missedEvents) refreshQueries(client, []);
      else if (!hasBeenOpen) refreshOlderQueries(client, PAGE_BEGAN_AT, Date.now());
      hasBeenOpen = true;
      missedEvents = false;
    };
    source.onerror = () => {
      missedEvents = true;
      // EventSource reconnects by itself after a dropped connection, but not after an error response.
      if (source.readyState !== EventSource.CLOSED) return;
      // It does not tell why it was refused. If the session ended elsewhere, this request ends it here too.
      void client.fetchQuery({ ...userQueries.me(), staleTime: 0 }).catch(() => undefined);
      retry = setTimeout(connect, retryMs);
      retryMs = Math.min(LAST_RETRY_MS, retryMs * 2);
    };
    for (const name of STREAM_EVENTS) {
      source.addEventListener(name, (event) => void handle(name, event.data));
    }
  }

  /** What an event changes is loaded with the first one; later ones wait for it, so their order is kept. */
  async function handle(name: StreamEventName, text: string) {
    const events = await import("./stream-events").catch(() => null);
    if (events) events.handleEvent(client, name, text, refreshPage);
    else refreshQueries(client, []);
  }

  connect();
  return () => {
    clearTimeout(retry);
    source.close();
  };
}
