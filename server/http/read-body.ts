import { AppError } from "@/lib/errors";

/** Largest JSON body, in bytes. */
const MAX_JSON_BYTES = 1_000_000;

/**
 * Parses the request's JSON.
 * @throws AppError too_large, unsupported_media, invalid_input
 */
export async function readJson(request: Request): Promise<unknown> {
  const type = request.headers.get("content-type") ?? "";
  if (type && !/^application\/([\w.+-]+\+)?json\b/i.test(type)) {
    throw new AppError("unsupported_media");
  }
  const text = await readText(request, MAX_JSON_BYTES);
  try {
    return rejectNulIn(JSON.parse(text), text);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("invalid_input", "O corpo da requisição não é um JSON válido.");
  }
}

/** @throws AppError too_large once more than `maxBytes` are read, whatever Content-Length says */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  const announced = request.headers.get("content-length");
  if (announced !== null) {
    if (Number(announced) > maxBytes) throw new AppError("too_large");
    return request.text();
  }
  return (await readBytes(request, maxBytes)).toString("utf8");
}

/** Reads the raw body. @throws AppError too_large before reading when Content-Length exceeds the limit */
export async function readFile(
  request: Request,
  { maxBytes, tooLarge }: { maxBytes: number; tooLarge: string },
): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length")) > maxBytes) {
    throw new AppError("too_large", tooLarge);
  }
  return readBytes(request, maxBytes, tooLarge);
}

/** With a known length the buffer is allocated once, so that a large file is not held in memory twice. */
async function readBytes(request: Request, maxBytes: number, tooLarge = ""): Promise<Buffer> {
  const announced = Number(request.headers.get("content-length") ?? Number.NaN);
  const whole = announced <= maxBytes ? Buffer.allocUnsafe(announced) : null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    const from = size;
    size += chunk.byteLength;
    if (size > maxBytes) throw new AppError("too_large", tooLarge);
    if (!whole) chunks.push(chunk);
    else if (size > whole.length) throw new AppError("invalid_input");
    else whole.set(chunk, from);
  }
  return whole ? whole.subarray(0, size) : Buffer.concat(chunks);
}

/** PostgreSQL cannot store NUL in text: refuse it here with a clear message instead of failing the statement. */
function rejectNulIn(value: unknown, text: string): unknown {
  if (text.includes("\\u0000") && hasNul(value)) throw nulError();
  return value;
}

function hasNul(value: unknown): boolean {
  if (typeof value === "string") return value.includes("\0");
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, item]) => key.includes("\0") || hasNul(item));
}

export function refuseNul(values: Record<string, string>): Record<string, string> {
  if (hasNul(values)) throw nulError();
  return values;
}

function nulError() {
  return new AppError("invalid_input", "Há um caractere que não pode ser usado.");
}
