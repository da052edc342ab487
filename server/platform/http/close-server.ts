import type { Server, ServerResponse } from "node:http";
import { setTimeout } from "node:timers/promises";

const LOOK_EVERY_MS = 50;

/**
 * Follows the requests of a server from now on. The function returned closes it: no connection is accepted any more,
 * idle ones are closed, and what is still under way after `waitMs` is cut. `endStreams` ends the answers that have no
 * end of their own; it is called again and again, because one of them may be about to begin.
 */
export function prepareClose(server: Server) {
  const open = new Set<ServerResponse>();
  let isClosing = false;
  // Before the handler, which may send the head of its answer at once.
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
