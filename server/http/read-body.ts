import { AppError } from "@/lib/errors";

/** Bytes of a JSON body; anything larger is a mistake or an attack. */
const MAX_JSON_BYTES = 1_000_000;

/**
 * The request's JSON.
 * @throws AppError too_large, unsupported_media, invalid_input
 */
export async function readJson(request: Request): Promise<unknown> {
  const type = request.headers.get("content-type") ?? "";
  if (type && !/^application\/([\w.+-]+\+)?json\b/i.test(type)) {
    throw new AppError("unsupported_media");
  }
  const text = await readText(request, MAX_JSON_BYTES);
  try {
    return withoutNul(JSON.parse(text), text);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("invalid_input", "O corpo da requisição não é um JSON válido.");
  }
}

/** @throws AppError too_large as soon as `maxBytes` are passed, whatever Content-Length said */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  const announced = request.headers.get("content-length");
  if (announced !== null) {
    if (Number(announced) > maxBytes) throw new AppError("too_large");
    return request.text();
  }
  return (await readBytes(request, maxBytes)).toString("utf8");
}

/** The body as it is. @throws AppError too_large before anything is read where Content-Length says so */
export async function readFile(
  request: Request,
  { maxBytes, tooLarge }: { maxBytes: number; tooLarge: string },
): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length")) > maxBytes) {
    throw new AppError("too_large", tooLarge);
  }
  return readBytes(request, maxBytes, tooLarge);
}

/** Where the length is announced, its bytes are set aside once: a large file must not lie in memory twice. */
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

/** PostgreSQL stores no NUL in text: better a sentence here than a failed statement there. */
function withoutNul(value: unknown, text: string): unknown {
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
