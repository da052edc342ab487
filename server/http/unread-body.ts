import type { IncomingMessage, ServerResponse } from "node:http";

/** A sender that is still writing does not see the answer if the connection is reset at once. */
const LINGER_MS = 1_000;
const LINGER_BYTES = 256 * 1024;

/** Closes the connection after the answer unless the whole body has come: the rest may be endless. */
export function closeIfUnread(request: IncomingMessage, response: ServerResponse): void {
  // Before 'finish', at which Node starts to throw away whatever else comes, uncounted.
  response.once("prefinish", () => {
    if (request.complete) return;
    const { socket } = request;
    const timer = setTimeout(() => socket.destroy(), LINGER_MS);
    let discarded = 0;
    request.on("data", (chunk: Buffer) => {
      discarded += chunk.length;
      if (discarded > LINGER_BYTES) socket.destroy();
    });
    request.once("close", () => clearTimeout(timer));
    request.read(0);
  });
}
