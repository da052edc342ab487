import type { Server, ServerResponse } from "node:http";
import { setTimeout } from "node:timers/promises";

const LOOK_EVERY_MS = 50;

/**
 * Tracks the requests of a server from now on. The returned function closes it: no connection is accepted any more,
 * idle ones are closed, and requests still running after `waitMs` are cut. `endStreams` ends the answers that do not
 * end by themselves; it is called repeatedly, because another one may be about to begin.
 */
export function prepareClose(server: Server) {
  const open = new Set<ServerResponse>();
  let isClosing = false;
  // Runs before the handler, which may send the response's head at once.
  server.prependListener("request", (_request, response: ServerResponse) => {
    if (isClosing) response.shouldKeepAlive = false;
    open.add(response);
    response.once("close", () => open.delete(response));
  });
  return async ({ waitMs, endStreams }: { waitMs: number; endStreams: () => void }) => {
    isClosing = true;
    for (const response of open) response.shouldKeepAlive = false;
    server.close();
    const deadline = performance.now() + waitMs;
    for (;;) {
      endStreams();
      if (open.size === 0 || performance.now() >= deadline) break;
      await setTimeout(LOOK_EVERY_MS);
    }
    server.closeAllConnections();
  };
}
