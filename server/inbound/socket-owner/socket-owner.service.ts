import { findInstancesWithCommands } from "@/server/messaging/sockets/commands.service";
import {
  claimSocket,
  findFreeSockets,
  SOCKET_CHANNEL,
} from "@/server/messaging/sockets/socket-leases.service";
import { listen } from "@/server/platform/db/listener";
import { logger } from "@/server/platform/logger";
import { type HeldSocket, holdSocket } from "./held-socket.service";

const SWEEP_MS = 2_000;
/** Each takes about 5 MB of memory, and processor time. */
const MAX_HELD = 60;
const CLAIMED_AT_ONCE = 10;
/** Connections claimed together open one after the other. */
const STAGGER_MS = 300;
const FIRST_CRASH_DELAY_MS = 2_000;

/**
 * Holds connections to WhatsApp in this process: those nobody holds, up to a limit. They are claimed when requested or
 * released, which PostgreSQL announces, and by a sweep when their worker died. `close` hands them over.
 */
export function startSocketOwner(): { close(): Promise<void> } {
  const held = new Map<number, HeldSocket>();
  const claiming = new Set<number>();
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let sweeping: Promise<void> = Promise.resolve();
  const channel = listen(SOCKET_CHANNEL, onNotice, () => void sweep());

  function onNotice(notice: string) {
    const [what, id] = notice.split(":");
    const socket = held.get(Number(id));
    if (socket) socket.wake();
    else if (what === "wanted") void claim(Number(id), 0);
  }

  async function claim(id: number, delayMs: number) {
    if (closed || held.size >= MAX_HELD || held.has(id) || claiming.has(id)) return;
    claiming.add(id);
    try {
      const claimed = await claimSocket(id);
      if (!claimed) return;
      const { lease, attempts } = claimed;
      // A connection whose worker dies before it is open is opened with increasing delays.
      const crashDelayMs = attempts > 1 ? FIRST_CRASH_DELAY_MS * 2 ** attempts : 0;
      const socket = holdSocket(lease, delayMs + crashDelayMs);
      held.set(id, socket);
      void socket.over.then(() => held.delete(id));
      if (closed) await socket.close();
    } catch (error) {
      logger.warn({ instanceId: id, err: error }, "whatsapp connection not claimed");
    } finally {
      claiming.delete(id);
    }
  }

  /** Finds the work of notifications that were lost. */
  async function sweep() {
    try {
      const room = Math.min(CLAIMED_AT_ONCE, MAX_HELD - held.size);
      const free = room > 0 ? await findFreeSockets(room) : [];
      await Promise.all(free.map((id, place) => claim(id, place * STAGGER_MS)));
      for (const id of await findInstancesWithCommands([...held.keys()])) held.get(id)?.wake();
    } catch (error) {
      logger.warn({ err: error }, "whatsapp connections not looked for");
    }
  }

  function sweepAgain() {
    sweeping = sweep().finally(() => {
      if (!closed) timer = setTimeout(sweepAgain, SWEEP_MS);
    });
  }
  sweepAgain();
  // Sockets requested before the listener was up were announced to no one: look for them once.
  void channel.ready.then(() => sweep());

  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      await sweeping;
      await Promise.all([...held.values()].map((socket) => socket.close()));
      await channel.close();
    },
  };
}
