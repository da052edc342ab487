import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * A sender that is still writing has this long to receive the answer, and may finish if it is nearly done: a connection
 * that is reset at once loses what was written to it.
 */
const LINGER_MS = 3_000;
const LINGER_BYTES = 256 * 1024;

/**
 * Ends the connection with the answer unless the whole body has arrived: the rest may be endless. A header announces
 * this; otherwise the client would send its next request after a body that nobody reads.
 */
export function closeIfUnread(request: IncomingMessage, response: ServerResponse): void {
  const writeHead = response.writeHead;
  response.writeHead = ((...head: Parameters<typeof writeHead>) => {
    if (!request.complete) {
      response.shouldKeepAlive = false;
      lingerAtEnd(request);
    }
    return writeHead.apply(response, head);
  }) as typeof writeHead;
}

/** Ends this side of the connection after the answer, and closes it once the other side has ended too. */
function lingerAtEnd(request: IncomingMessage): void {
  const { socket } = request;
  // Node calls this when the answer was written, and would close at once: with unread bytes that is a reset.
  socket.destroySoon = () => {
    discard(request);
    socket.end();
    closeAfter(socket);
  };
}

function discard(request: IncomingMessage): void {
  let discarded = 0;
  request.on("data", (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > LINGER_BYTES) request.pause();
  });
  request.resume();
}

function closeAfter(socket: Socket): void {
  const close = () => socket.destroy();
  const timer = setTimeout(close, LINGER_MS);
  socket.once("end", close).once("close", () => clearTimeout(timer));
}
