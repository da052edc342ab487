import pg from "pg";
import { env } from "@/server/platform/env";
import { logger } from "@/server/platform/logger";
import { KEEP_ALIVE } from "./session-client";

const RECONNECT_MS = 1_000;

/**
 * Listens on a NOTIFY channel with its own connection and reconnects for ever. `onGap` is called after a
 * reconnection: notifications sent meanwhile are lost.
 */
export function listen(channel: string, onPayload: (payload: string) => void, onGap: () => void) {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let confirm: () => void;
  const listening = new Promise<void>((resolve) => {
    confirm = resolve;
  });

  async function connect(again: boolean) {
    const next = new pg.Client({ connectionString: env.DATABASE_URL, ...KEEP_ALIVE });
    const retry = () => {
      if (closed || client !== next) return;
      client = undefined;
      timer = setTimeout(() => void connect(true), RECONNECT_MS);
    };
    client = next;
    next.on("error", (error) => {
      logger.warn({ channel, error: error.message }, "listener lost its connection");
      retry();
    });
    next.on("end", retry);
    next.on("notification", ({ payload }) => onPayload(payload ?? ""));
    try {
      await next.connect();
      await next.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
      confirm();
      if (again) onGap();
    } catch {
      retry();
    }
  }

  const ready = connect(false);
  return {
    /** Settles after the first attempt, whether it succeeded or not. */
    ready,
    /** Settles once it is listening. */
    listening,
    async close() {
      closed = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
