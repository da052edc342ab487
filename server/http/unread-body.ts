import type { IncomingMessage, ServerResponse } from "node:http";

/** A sender that is still writing does not see the answer if the connection is reset at once. */
const LINGER_MS = 1_000;
const LINGER_BYTES = 256 * 1024;

/** Closes the connection after the answer unless the whole body has come: the rest may be endless. */
export function closeIfUnread(request: IncomingMessage, response: ServerResponse): void {
  response.once("finish", () => {
    if (request.complete) return;
    const { socket } = request;
    const limit = socket.bytesRead + LINGER_BYTES;
    const timer = setTimeout(() => socket.destroy(), LINGER_MS);
    request.on("data", () => {
      if (socket.bytesRead > limit) socket.destroy();
    });
    request.once("close", () => clearTimeout(timer));
    request.once("end", () => clearTimeout(timer));
    request.resume();
  });
}
