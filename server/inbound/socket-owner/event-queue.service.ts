import { AppError } from "@/lib/errors";
import { receiveContent } from "@/server/inbound/inbox/inbox.service";
import type {
  WebhookContent,
  WhatsappEvent,
} from "@/server/messaging/gateway/whatsapp-events.gateway";
import type { Instance } from "@/server/messaging/whatsapp/instances.service";
import { logger } from "@/server/platform/logger";

/**
 * How many live events may wait. They are lost with this process: WhatsApp already counts their messages as delivered.
 */
const ROOM = 5;
const RETRY_MS = 1_000;
const HISTORY_BATCH = 50;

export interface EventQueue {
  add(content: WebhookContent): void;
  /** Stored whenever nothing live is waiting. */
  addHistory(events: Iterator<WhatsappEvent>): void;
  /** Few live events wait. */
  hasRoom(): boolean;
  /** Resolves when few live events wait, or when the queue is dropped. */
  waitForRoom(): Promise<void>;
  /** Resolves when every live event is stored, or when the queue is dropped. */
  drain(): Promise<void>;
  /** Drops what is not stored yet. */
  drop(): void;
}

/**
 * Stores the events of one connection, one after the other. While the database does not answer an event is tried again;
 * one that fails otherwise becomes a dead letter. `before` may refuse an event.
 */
export function createEventQueue(
  getInstance: () => Promise<Instance | null>,
  before: (event: WhatsappEvent) => Promise<boolean>,
): EventQueue {
  let live: WebhookContent[] = [];
  let histories: Iterator<WhatsappEvent>[] = [];
  let dropped = false;
  let storing = false;
  let waiters: { atMost: number; resolve: () => void }[] = [];

  async function store() {
    if (storing) return;
    storing = true;
    for (;;) {
      const [next] = live;
      const content = next ?? nextOfHistory();
      if (dropped || !content) break;
      await storeContent(content);
      // Only now: what waits for the queue to be empty waits for this one too.
      if (next) live.shift();
      wakeWaiters();
    }
    storing = false;
    wakeWaiters();
  }

  function nextOfHistory(): WebhookContent | null {
    const [history] = histories;
    if (!history) return null;
    const events: WhatsappEvent[] = [];
    while (events.length < HISTORY_BATCH) {
      const { done, value } = history.next();
      if (done) {
        histories.shift();
        break;
      }
      events.push(value);
    }
    return events.length > 0 ? { events, rejected: [] } : nextOfHistory();
  }

  /** Everything received is stored once, so a batch can be stored again from its beginning. */
  async function storeContent(content: WebhookContent): Promise<void> {
    while (!dropped) {
      try {
        for (const event of content.events) if (!(await before(event))) return;
        const instance = await getInstance();
        if (instance) await receiveContent(instance, content);
        return;
      } catch (error) {
        if (!(error instanceof AppError && error.code === "unavailable")) {
          return logger.error({ err: error }, "whatsapp events not stored");
        }
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  function wakeWaiters() {
    const isReached = (atMost: number) => dropped || live.length <= atMost;
    const reached = waiters.filter(({ atMost }) => isReached(atMost));
    waiters = waiters.filter(({ atMost }) => !isReached(atMost));
    for (const { resolve } of reached) resolve();
  }

  function waitFor(atMost: number): Promise<void> {
    if (dropped || live.length <= atMost) return Promise.resolve();
    return new Promise((resolve) => waiters.push({ atMost, resolve }));
  }

  return {
    add(content) {
      if (dropped) return;
      live.push(content);
      void store();
    },
    addHistory(events) {
      if (dropped) return;
      histories.push(events);
      void store();
    },
    hasRoom: () => live.length <= ROOM,
    waitForRoom: () => waitFor(ROOM),
    drain: () => waitFor(0),
    drop() {
      dropped = true;
      live = [];
      histories = [];
      wakeWaiters();
    },
  };
}
