import { Readable } from "node:stream";
import { AppError } from "@/lib/errors";

/** A body that comes more slowly than this, after the first seconds, is refused. */
const MIN_BYTES_PER_SECOND = 128_000;
const FIRST_SECONDS = 10;

/** The bodies of requests that came through the front door. */
const sources = new WeakMap<Request, Readable>();

export function setBodySource(request: Request, source: Readable): void {
  sources.set(request, source);
}

/**
 * Reads the whole body, counting it while it comes. With a known length the memory is allocated once, so that a large
 * file is not held twice.
 * @throws AppError too_large, timeout, invalid_input when the sender broke off, and what `count` throws
 */
export function collectBody(
  request: Request,
  {
    maxBytes,
    tooLarge = "",
    count,
  }: { maxBytes: number; tooLarge?: string; count?: (bytes: number) => void },
): Promise<Buffer> {
  const source = sources.get(request) ?? (request.body && Readable.fromWeb(request.body as never));
  if (!source) return Promise.resolve(Buffer.alloc(0));
  const announced = Number(request.headers.get("content-length") ?? Number.NaN);
  const whole = announced <= maxBytes ? Buffer.allocUnsafe(announced) : null;
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    const add = (chunk: Buffer) => {
      const from = size;
      size += chunk.length;
      try {
        if (size > (whole?.length ?? maxBytes)) throw new AppError("too_large", tooLarge);
        count?.(chunk.length);
      } catch (error) {
        return fail(error as AppError);
      }
      if (whole) whole.set(chunk, from);
      else chunks.push(chunk);
    };
    const end = () => {
      cleanUp();
      resolve(whole ? whole.subarray(0, size) : Buffer.concat(chunks));
    };
    const fail = (error: AppError) => {
      cleanUp();
      source.pause();
      reject(error);
    };
    const breakOff = () => fail(new AppError("invalid_input", "O envio foi interrompido."));
    const seconds = FIRST_SECONDS + (whole?.length ?? maxBytes) / MIN_BYTES_PER_SECOND;
    const timer = setTimeout(() => fail(new AppError("timeout")), seconds * 1000);
    const cleanUp = () => {
      clearTimeout(timer);
      source.off("data", add).off("end", end).off("close", breakOff);
    };
    // An error is followed by 'close'; without a listener of its own it would end the process.
    source.on("error", () => undefined);
    source.on("data", add).on("end", end).on("close", breakOff);
    if (source.destroyed) breakOff();
  });
}
