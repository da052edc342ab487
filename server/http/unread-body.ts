import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * A sender that is still writing has this long to see the answer, and may finish if it is nearly done: a connection
 * that is reset at once loses what was written to it.
 */
const LINGER_MS = 3_000;
const LINGER_BYTES = 256 * 1024;

/** Closes the connection after the answer unless the whole body has come: the rest may be endless. */
export function closeIfUnread(request: IncomingMessage, response: ServerResponse): void {
  // Before 'finish', at which Node starts to throw away whatever else comes, uncounted.
  response.once("prefinish", () => {
    if (request.complete) return;
    const timer = setTimeout(() => request.socket.destroy(), LINGER_MS);
    let discarded = 0;
    request.on("data", (chunk: Buffer) => {
      discarded += chunk.length;
      if (discarded > LINGER_BYTES) request.pause();
    });
    for (const end of ["end", "close"]) request.once(end, () => clearTimeout(timer));
    request.read(0);
  });
}
