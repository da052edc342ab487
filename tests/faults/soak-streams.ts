import { connect, type Socket } from "node:net";
import type { TestUser } from "../factories/users";

/** The pauses of our page: this long after a stream that ended, twice as long after each one that was refused. */
const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 60_000;
/** The end of a body whose connection stays open for the next request. */
const END_OF_BODY = /(?:^|\r\n)0\r\n\r\n$/;

export interface OpenStreams {
  /** Streams that the server has answered and not ended. */
  countOpen(): number;
  /** How many are open, and the statuses with which others were refused so far. */
  describe(): string;
  readonly events: number;
  readonly reconnected: number;
  close(): void;
}

/** Holds `each` event streams of each person open, and opens one again as a browser does. */
export function holdStreams(url: string, people: TestUser[], each: number): OpenStreams {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const answered = new Set<Socket>();
  const timers = new Set<NodeJS.Timeout>();
  const refusals: Record<string, number> = {};
  const held = {
    events: 0,
    describe: () => JSON.stringify({ open: answered.size, refusals }),
    reconnected: 0,
    countOpen: () => answered.size,
    close() {
      closed = true;
      for (const timer of timers) clearTimeout(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
  let closed = false;

  function open(token: string, again: boolean, waitMs = FIRST_RETRY_MS) {
    const socket = connect(Number(port), hostname);
    let retryMs = waitMs;
    let refused = false;
    sockets.add(socket);
    socket.on("data", (bytes) => {
      const text = bytes.toString();
      if (text.includes("retry: ")) {
        answered.add(socket);
        retryMs = FIRST_RETRY_MS;
        if (again) held.reconnected += 1;
      }
      held.events += text.split("\nevent: ").length - 1;
      const [, status = "200"] = /^HTTP\/1\.1 (\d+)/.exec(text) ?? [];
      if (status !== "200") {
        refusals[status] = (refusals[status] ?? 0) + 1;
        refused = true;
      }
      if (status !== "200" || END_OF_BODY.test(text)) socket.destroy();
    });
    socket.on("error", () => undefined);
    socket.once("end", () => socket.destroy());
    socket.once("close", () => {
      sockets.delete(socket);
      answered.delete(socket);
      if (closed) return;
      const timer = setTimeout(() => {
        timers.delete(timer);
        open(token, true, refused ? Math.min(LAST_RETRY_MS, 2 * retryMs) : FIRST_RETRY_MS);
      }, retryMs);
      timers.add(timer);
    });
    const head = [`GET /api/stream HTTP/1.1`, `Host: ${hostname}`, `token: ${token}`];
    if (again) head.push("last-event-id: 1");
    socket.write(`${head.join("\r\n")}\r\n\r\n`);
  }

  for (const { token } of people) {
    for (let nth = 0; nth < each; nth += 1) open(token, false);
  }
  return held;
}
