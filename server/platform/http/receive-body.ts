import { Readable } from "node:stream";
import { AppError } from "@/lib/errors";

/** A body that arrives more slowly than this, after the first seconds, is refused. */
const MIN_BYTES_PER_SECOND = 128_000;
/**
 * The same for a file that is written to disk while it arrives: a phone's connection may be slow, and blocks nobody.
 */
const MIN_FILE_BYTES_PER_SECOND = 16_000;
const FIRST_SECONDS = 10;
/** The front door ends the whole request soon after it, without saying why. */
const MOST_SECONDS = 290;

/** The bodies of requests that came through the front door. */
const sources = new WeakMap<Request, Readable>();

export function setBodySource(request: Request, source: Readable): void {
  sources.set(request, source);
}

/** How long a body of this size may take. */
export function getPatienceSeconds(bytes: number, { onDisk = false } = {}): number {
  const rate = onDisk ? MIN_FILE_BYTES_PER_SECOND : MIN_BYTES_PER_SECOND;
  return Math.min(MOST_SECONDS, FIRST_SECONDS + bytes / rate);
}

/**
 * Receives the whole body, counting it while it arrives. Each chunk goes to `take`; when that returns a promise, the
 * next chunk waits for it. `onDisk`: the body is a signed-in user's file, which `take` writes to disk. Returns the
 * size.
 * @throws AppError too_large, timeout, invalid_input when the sender broke off, and what `take` throws
 */
export function receiveBody(
  request: Request,
  {
    maxBytes,
    tooLarge = "",
    onDisk = false,
  }: { maxBytes: number; tooLarge?: string; onDisk?: boolean },
  take: (chunk: Buffer) => Promise<unknown> | undefined,
): Promise<number> {
  const source = sources.get(request) ?? (request.body && Readable.fromWeb(request.body as never));
  if (!source) return Promise.resolve(0);
  let size = 0;
  return new Promise((resolve, reject) => {
    let isSettled = false;
    let taking: Promise<unknown> | undefined;
    const settle = () => {
      isSettled = true;
      clearTimeout(timer);
      source.pause();
      source.off("data", add).off("end", end).off("close", breakOff);
    };
    // The end may come while the last chunk is being taken, although the source is paused.
    const end = () => {
      settle();
      if (taking !== undefined) taking.then(() => resolve(size), reject);
      else resolve(size);
    };
    const fail = (error: unknown) => {
      settle();
      reject(error);
    };
    const add = (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) return fail(new AppError("too_large", tooLarge));
      try {
        taking = take(chunk);
        if (taking === undefined) return;
        source.pause();
        taking.then(() => isSettled || source.resume(), fail);
      } catch (error) {
        fail(error);
      }
    };
    const breakOff = () => fail(new AppError("invalid_input", "O envio foi interrompido."));
    const announced = Number(request.headers.get("content-length") ?? maxBytes);
    const seconds = getPatienceSeconds(Math.min(announced, maxBytes), { onDisk });
    const timer = setTimeout(() => fail(new AppError("timeout")), seconds * 1000);
    // An error is followed by 'close'; without its own listener it would end the process.
    source.on("error", () => undefined);
    source.on("data", add).on("end", end).on("close", breakOff);
    if (source.destroyed) breakOff();
  });
}
