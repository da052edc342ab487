import { AppError } from "@/lib/errors";
import { type Actor, founderOf } from "@/server/platform/actor";
import { runOnce } from "@/server/platform/idempotency/idempotency.service";
import type { SpooledFile } from "@/server/platform/outside/spool";
import { createRequestHashes } from "@/server/platform/secrets";
import { type Answer, type Exchange, toErrorAnswer } from "./exchange";
import { countAttempt } from "./rate-limit";

const HEADER = "idempotency-key";
const PRINTABLE = /^[\x21-\x7e]{1,255}$/;
/** Keys are rows that stay for a day. */
const KEYS_PER_DAY = { name: "idempotency keys", points: 10_000, windowSeconds: 86_400 };

/** The content of a request: under one key it must be the same request. */
interface Asked {
  /** The parameters of the path. */
  path: unknown;
  query: unknown;
  body: unknown;
  file: Uint8Array | SpooledFile | undefined;
}

/** Returns the request's key; null without one. @throws AppError invalid_input */
export function readIdempotencyKey(request: Request): string | null {
  const key = request.headers.get(HEADER);
  if (key === null || request.method !== "POST") return null;
  if (PRINTABLE.test(key)) return key;
  const message = "Use de 1 a 255 caracteres sem espaços nem acentos em Idempotency-Key.";
  throw new AppError("invalid_input", message, { fields: { "Idempotency-Key": message } });
}

/** Runs the handler once for the actor's key; see server/platform/idempotency. A header marks a repeated answer. */
export async function answerOnce(
  { key, name, actor, log }: { key: string; name: string; actor: Actor; log: Exchange },
  asked: Asked,
  work: () => Promise<Answer>,
): Promise<Answer> {
  await countAttempt(KEYS_PER_DAY, `person ${actor.personId}`);
  let headers: Record<string, string> = {};
  const { replayed, ...answer } = await runOnce(
    actor.ownerId,
    { key: ownKey(actor, key), endpoint: name, requestHashes: await hashRequest(asked) },
    async () => {
      const done = await work();
      headers = done.headers;
      return done;
    },
    (error) => toErrorAnswer(error, log.requestId),
  );
  return { ...answer, headers: replayed ? { "idempotency-replayed": "true" } : headers };
}

/**
 * Two people's same key are two keys: the founder's has no number before it, as those of the version that knew no other
 * person. A key holds no space.
 */
function ownKey({ ownerId, personId }: Actor, key: string): string {
  return personId === founderOf(ownerId) ? key : `${personId} ${key}`;
}

async function hashRequest({ file, ...parsed }: Asked): Promise<Buffer[]> {
  const hashes = createRequestHashes();
  const add = (part: string | Uint8Array) => {
    for (const hash of hashes) hash.update(part);
  };
  add(JSON.stringify(parsed));
  if (file instanceof Uint8Array) add(file);
  else if (file) for await (const chunk of file.stream()) add(chunk as Buffer);
  return hashes.map((hash) => hash.digest());
}
