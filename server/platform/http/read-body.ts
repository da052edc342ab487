import { DEFAULT_MAX_BODY_BYTES, type Upload } from "@/lib/contracts/shared/endpoint";
import { IMPORT_MAX_BYTES } from "@/lib/domain/imports/import-file";
import { AppError } from "@/lib/errors";
import { openSpool, type Spool, type SpooledFile } from "@/server/platform/outside/spool";
import { createBodyBudget } from "./body-budget";
import { receiveBody } from "./receive-body";

/** JSON bodies are counted while they arrive: they are many, small and soon read. */
const jsonBodies = createBodyBudget({
  maxBytes: 24_000_000,
  perHolder: 64,
  waitingPerHolder: 256,
  maxWaitMs: 5_000,
  holderBusy: "",
  allBusy: "",
});

const FILES_BUSY = {
  waitingPerHolder: 4,
  maxWaitMs: 60_000,
  holderBusy: "Você já está enviando outros arquivos. Espere que terminem e tente de novo.",
  allBusy: "Há muitos arquivos sendo enviados agora. Tente de novo em instantes.",
};

/** Uploads in progress, written to disk: a slow one does not block the others. */
const incomingFiles = createBodyBudget({
  ...FILES_BUSY,
  maxBytes: 20 * IMPORT_MAX_BYTES,
  perHolder: 2,
});

/** Files in memory, until their request is answered: several small ones, or one of the largest. */
const files = createBodyBudget({ ...FILES_BUSY, maxBytes: IMPORT_MAX_BYTES, perHolder: 1 });

/** Files that stay on disk until their request is answered, with room for ten of the largest. */
const SPOOLED_AT_ONCE = 10;
const SPOOLED_MAX_BYTES = 100_000_000;
const spooledFiles = createBodyBudget({
  ...FILES_BUSY,
  maxBytes: SPOOLED_AT_ONCE * SPOOLED_MAX_BYTES,
  perHolder: 2,
});

const holdings = new WeakMap<Request, { release(): void }>();

/** Releases the memory or the disk counted for this request's body, once its handler is done. */
export function releaseBody(request: Request): void {
  holdings.get(request)?.release();
  holdings.delete(request);
}

/**
 * Parses the request's JSON. `holder` identifies the caller, whose use of memory is limited.
 * @throws AppError too_large, unsupported_media, invalid_input, timeout, rate_limited, unavailable
 */
export async function readJson(
  request: Request,
  holder: string,
  maxBytes: number = DEFAULT_MAX_BODY_BYTES,
): Promise<unknown> {
  const type = request.headers.get("content-type") ?? "";
  if (type && !/^application\/([\w.+-]+\+)?json\b/i.test(type)) {
    throw new AppError("unsupported_media");
  }
  const text = await readText(request, holder, maxBytes);
  try {
    return refuseUnstorable(JSON.parse(text), text);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("invalid_input", "O corpo da requisição não é um JSON válido.");
  }
}

/** Reads the body as text. @throws AppError as readJson */
export async function readText(
  request: Request,
  holder: string,
  maxBytes: number,
): Promise<string> {
  return new TextDecoder().decode(await readBytes(request, holder, maxBytes));
}

/** Reads the body as it was sent, for a signature over it. @throws AppError as readJson */
export async function readBytes(
  request: Request,
  holder: string,
  maxBytes: number,
): Promise<Buffer> {
  refuseAnnounced(request, maxBytes);
  const holding = await jsonBodies.hold(holder, 0);
  holdings.set(request, holding);
  const chunks: Buffer[] = [];
  await receiveBody(request, { maxBytes }, (chunk) => {
    holding.grow(chunk.length);
    chunks.push(chunk);
    return undefined;
  });
  return Buffer.concat(chunks);
}

/**
 * Reads the raw body of `holder`'s request.
 * @throws AppError too_large, timeout, invalid_input, rate_limited, unavailable
 */
export async function readFile(
  request: Request,
  holder: string,
  upload: Upload,
): Promise<Uint8Array> {
  const announced = refuseAnnounced(request, upload.maxBytes, upload.tooLarge);
  const incoming = await incomingFiles.hold(holder, announced ?? upload.maxBytes);
  try {
    return await receiveFile(request, holder, upload);
  } finally {
    incoming.release();
  }
}

function receiveToDisk(request: Request, upload: Upload, spool: Spool): Promise<number> {
  return receiveBody(request, { ...upload, onDisk: true }, (chunk) => spool.write(chunk));
}

async function receiveFile(request: Request, holder: string, upload: Upload): Promise<Buffer> {
  const spool = await openSpool();
  try {
    const size = await receiveToDisk(request, upload, spool);
    holdings.set(request, await files.hold(holder, size));
    return await spool.read();
  } finally {
    await spool.close();
  }
}

/** Like readFile for files that are too large for memory; the file is closed once its request is answered. */
export async function spoolFile(
  request: Request,
  holder: string,
  upload: Upload,
): Promise<SpooledFile> {
  const announced = refuseAnnounced(request, upload.maxBytes, upload.tooLarge);
  const holding = await spooledFiles.hold(holder, announced ?? upload.maxBytes);
  holdings.set(request, holding);
  const spool = await openSpool();
  holdings.set(request, {
    release() {
      holding.release();
      spool.close().catch(() => undefined);
    },
  });
  const bytes = await receiveToDisk(request, upload, spool);
  return { ...spool, bytes };
}

/** Returns the announced length, or null without one. */
function refuseAnnounced(request: Request, maxBytes: number, tooLarge = ""): number | null {
  const announced = request.headers.get("content-length");
  if (announced === null) return null;
  if (Number(announced) > maxBytes) throw new AppError("too_large", tooLarge);
  return Number(announced);
}

/** An escape of NUL or of half a surrogate pair. */
const UNSTORABLE_ESCAPE = /\\u(?:0000|d[89a-f])/i;
const UNSTORABLE = /\0|\p{Surrogate}/u;

/**
 * PostgreSQL stores no NUL in text, and no half of a surrogate pair in JSON: refuse them here with a clear message
 * instead of failing the statement.
 */
function refuseUnstorable(value: unknown, text: string): unknown {
  if (UNSTORABLE_ESCAPE.test(text) && hasUnstorable(value)) throw characterError();
  return value;
}

function hasUnstorable(value: unknown): boolean {
  if (typeof value === "string") return UNSTORABLE.test(value);
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, item]) => UNSTORABLE.test(key) || hasUnstorable(item));
}

export function refuseNul<T extends Record<string, string | string[]>>(values: T): T {
  if (hasUnstorable(values)) throw characterError();
  return values;
}

function characterError() {
  return new AppError("invalid_input", "Há um caractere que não pode ser usado.");
}
