import { toDataURL } from "qrcode";
import {
  decideReconnect,
  NEW_CONNECTION,
  type ReconnectDecision,
} from "@/lib/domain/whatsapp/reconnect";
import type {
  WebhookContent,
  WhatsappEvent,
} from "@/server/messaging/gateway/whatsapp-events.gateway";
import { findMessageWords } from "@/server/messaging/messages/messages.service";
import {
  deletePairing,
  keepContactsOf,
  LeaseLostError,
  readKeys,
  writeKeys,
} from "@/server/messaging/sockets/auth-keys.service";
import {
  isPairingWatched,
  releaseSocket,
  renewSocket,
  retireSocket,
  type SocketLease,
  setSocketState,
} from "@/server/messaging/sockets/socket-leases.service";
import { recordGap } from "@/server/messaging/whatsapp/gaps.service";
import { findRow } from "@/server/messaging/whatsapp/instances.service";
import { ownerOfRow } from "@/server/platform/actor";
import { logger } from "@/server/platform/logger";
import { settledWithin } from "@/server/platform/within";
import { createCommandRunner } from "./command-runner.service";
import { createEventQueue } from "./event-queue.service";
import { toHistoryEvents } from "./events.baileys";
import { executeCommand, type SocketView } from "./execute-command.service";
import { createHearing } from "./hearing.service";
import { openSocket } from "./socket.baileys";

const RENEW_MS = 5_000;
/** Without an answer from the database for this long, another worker may soon hold the connection. */
const UNRENEWED_MS = 12_000;
/** Both fit together into the five seconds of a hand-over. */
const ANSWER_WITHIN_MS = 2_000;
const CLOSE_WITHIN_MS = 1_000;
const STORE_WITHIN_MS = 1_500;
const STORED_WITHIN_MS = 30_000;
/** Openings in a row that reached neither WhatsApp nor a code to be scanned. */
const MAX_UNREACHED = 4;
/** The code of a connection that we ended because it carried nothing; WhatsApp does not use it. */
const RENEWED = -1;
/** Another worker's network may be better: it gets the connection after this pause. */
const UNREACHED_REST_MS = 60_000;

export interface HeldSocket {
  /** A command may be waiting. */
  wake(): void;
  /** Ends the connection properly and hands it over. */
  close(): Promise<void>;
  /** Resolves when this worker no longer holds the connection. */
  readonly over: Promise<void>;
}

/** Keeps the connection of one instance for as long as this worker holds its lease. */
export function holdSocket(lease: SocketLease, startDelayMs: number): HeldSocket {
  const ownerId = ownerOfRow(lease.ownerId);
  const ending = new AbortController();
  let lost = false;
  let retired = false;
  let restMs = 0;
  let renewedAt = performance.now();
  let closeConnection: ((code: number | null) => void) | undefined;

  const view: SocketView = {
    live: null,
    qr: null,
    isOver: false,
    abandon: () => abandoned.abort(),
  };
  const abandoned = new AbortController();
  const events = createEventQueue(() => findRow(ownerId, lease.id), beforeEvent);
  const hearing = createHearing({
    instanceId: lease.id,
    isBehind: () => !events.hasRoom(),
    renew: () => closeConnection?.(RENEWED),
    report: (gap) => void recordGap(ownerId, lease.id, gap).catch(logUnrecorded),
  });
  const commands = createCommandRunner(lease, (command) => executeCommand(view, command));
  const renewal = setInterval(() => void renew(), RENEW_MS);
  const over = run().finally(() => clearInterval(renewal));
  commands.wake();

  async function renew() {
    try {
      if (await renewSocket(lease)) renewedAt = performance.now();
      else lose();
    } catch {
      if (performance.now() - renewedAt > UNRENEWED_MS) lose();
    }
  }

  function logUnrecorded(error: unknown) {
    logger.warn({ instanceId: lease.id, err: error }, "gap of a connection not recorded");
  }

  /** Another worker may hold the connection: it is responsible for whatever arrives here. */
  function lose() {
    if (lost || retired) return;
    lost = true;
    events.drop();
    ending.abort();
    closeConnection?.(null);
  }

  async function run(): Promise<void> {
    try {
      await pause(startDelayMs, ending.signal);
      await keepConnected();
    } catch (error) {
      logger.error({ instanceId: lease.id, err: error }, "whatsapp connection given up");
    }
    hearing.stop();
    view.isOver = true;
    await settledWithin(ANSWER_WITHIN_MS, commands.stop());
    await settledWithin(STORE_WITHIN_MS, events.drain());
    events.drop();
    if (lost || retired) return;
    await releaseSocket(lease, restMs).catch((error: unknown) =>
      logger.warn({ instanceId: lease.id, err: error }, "lease not released"),
    );
  }

  async function keepConnected() {
    let history = NEW_CONNECTION;
    let unreached = 0;
    while (!ending.signal.aborted) {
      const closed = await connectOnce();
      hearing.closed(closed.code);
      if (ending.signal.aborted) return;
      // Nothing failed: the phone is still paired, and the next connection delivers what this one did not.
      if (closed.code === RENEWED) continue;
      if (closed.passkeyAsked) {
        return retire({ next: "stop", problem: "passkey", endsPairing: true });
      }
      unreached = closed.reached ? 0 : unreached + 1;
      const code = abandoned.signal.aborted ? 401 : closed.code;
      const decision = decideReconnect(code, history, closed.openForMs, Math.random());
      logger.info({ instanceId: lease.id, code, ...decision }, "whatsapp connection closed");
      if (decision.next === "stop") return retire(decision);
      if (!closed.paired && !(await isPairingWatched(lease.id))) return retire(null);
      if (unreached >= MAX_UNREACHED) {
        restMs = UNREACHED_REST_MS;
        return tell({ status: "CONNECTING", number: null, problem: "unreachable" });
      }
      tell({ status: "CONNECTING", number: null, problem: null });
      // Codes that expired while a user looked at them are no failure.
      const codesRanOut = closed.showedQr && code === 408;
      history = codesRanOut ? NEW_CONNECTION : decision.history;
      await pause(codesRanOut ? 0 : decision.delayMs, ending.signal, abandoned.signal);
    }
  }

  async function connectOnce() {
    let openedAt: number | null = null;
    let paired = false;
    let showedQr = false;
    let passkeyAsked = false;
    view.qr = null;
    const code = await new Promise<number | null>((resolve) => {
      closeConnection = resolve;
      const listener = {
        onConnecting: () => tell({ status: "CONNECTING", number: null, problem: null }),
        onOpen(number: string) {
          openedAt = performance.now();
          paired = true;
          view.qr = null;
          tell({ status: "CONNECTED", number, problem: null });
          if (view.live) hearing.opened(view.live.ears);
          commands.wake();
        },
        onPaired: () => {
          paired = true;
        },
        onQr(text: string) {
          showedQr = true;
          void showQr(text);
        },
        onPasskeyAsked() {
          passkeyAsked = true;
          resolve(null);
        },
        onContent(content: WebhookContent) {
          hearing.note(content);
          events.add(content);
        },
        onUnconfirmed: hearing.suspect,
        onHistory: (found: Parameters<typeof toHistoryEvents>[0]) =>
          events.addHistory(toHistoryEvents(found, new Date())),
        onClose: resolve,
      };
      const storage = {
        read: (type: string, ids: string[]) => readKeys(lease.id, type, ids),
        async write(keys: Parameters<typeof writeKeys>[1]) {
          // WhatsApp counts a message as delivered once its key is stored, so the messages before it are stored first.
          await events.waitForRoom();
          await writeKeys(lease, keys).catch((error: unknown) => {
            if (error instanceof LeaseLostError) lose();
            throw error;
          });
        },
        isLost: (error: unknown) => error instanceof LeaseLostError,
      };
      const findWords = (id: string) => findMessageWords(ownerId, lease.id, id);
      openSocket({ instanceId: lease.id, storage, findWords }, listener).then(
        (live) => {
          paired ||= live.paired;
          if (ending.signal.aborted) resolve(null);
          view.live = live;
        },
        (error: unknown) => {
          logger.warn({ instanceId: lease.id, err: error }, "whatsapp connection not opened");
          paired = true;
          resolve(null);
        },
      );
    });
    const { live } = view;
    view.live = null;
    // The next connection reads the credentials that this one may still be storing.
    if (live)
      await settledWithin(ending.signal.aborted ? CLOSE_WITHIN_MS : STORED_WITHIN_MS, live.end());
    return {
      code,
      reached: openedAt !== null || showedQr,
      paired,
      showedQr,
      passkeyAsked,
      openForMs: openedAt === null ? 0 : performance.now() - openedAt,
    };
  }

  async function showQr(code: string) {
    if (!(await isPairingWatched(lease.id))) {
      closeConnection?.(408);
      return;
    }
    const qr = { code, image: await toDataURL(code) };
    view.qr = qr;
    events.add({ events: [{ type: "qr", qr }], rejected: [] });
  }

  async function retire(decision: Extract<ReconnectDecision, { next: "stop" }> | null) {
    view.isOver = true;
    tell({ status: "DISCONNECTED", number: null, problem: decision?.problem ?? null });
    await settledWithin(STORE_WITHIN_MS, events.drain());
    if (decision?.endsPairing) await deletePairing(lease);
    retired = true;
    await retireSocket(lease);
  }

  function tell(connection: Omit<Extract<WhatsappEvent, { type: "connection" }>, "type">) {
    events.add({ events: [{ type: "connection", ...connection }], rejected: [] });
  }

  /** Stores the connection's state under its lease before the instance's. Returns false when the lease was lost. */
  async function beforeEvent(event: WhatsappEvent): Promise<boolean> {
    if (event.type !== "connection") return !lost;
    const { status, number } = event;
    const states = { CONNECTED: "open", CONNECTING: "connecting", DISCONNECTED: "closed" } as const;
    const held = await setSocketState(lease, states[status]);
    if (held && number) await keepContactsOf(lease, number);
    if (!held) lose();
    return held;
  }

  return {
    wake: commands.wake,
    async close() {
      // Commands that were taken are answered while the connection is still open.
      await settledWithin(ANSWER_WITHIN_MS, commands.stop());
      ending.abort();
      closeConnection?.(null);
      await over;
    },
    over,
  };
}

/** Resolves after the time given, or as soon as one of the signals aborts. */
function pause(ms: number, ...signals: AbortSignal[]): Promise<void> {
  const signal = AbortSignal.any(signals);
  if (signal.aborted || ms <= 0) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    signal.addEventListener("abort", finish);
  });
}
