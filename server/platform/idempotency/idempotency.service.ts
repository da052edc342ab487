import { AppError } from "@/lib/errors";
import type { OwnerId } from "@/server/platform/actor";
import { logger } from "@/server/platform/logger";
import { seal, unseal } from "@/server/platform/secrets";
import * as repository from "./idempotency.repository";

const KEPT_HOURS = 24;
/** Longer than any request works: a claim without an answer is then that of a process that died. */
const LONGEST_WORK_S = 600;
const RETRY_AFTER_S = 2;
/** Characters of the answer's JSON. */
const MAX_ANSWER_LENGTH = 200_000;

/** What was asked, and under which key. */
interface KeyedRequest {
  key: string;
  /** Method and path, with its parameters filled in. */
  endpoint: string;
  /** HMACs of all that was sent: the one to keep, and those that an earlier request may have kept. */
  requestHashes: readonly Buffer[];
}

interface Answer {
  status: number;
  body: unknown;
}

/**
 * Runs `work` once for a key of its owner: two simultaneous requests, and a repetition within 24 hours, run it once.
 * Its answer is stored, encrypted, and returned again with `replayed`.
 * It runs at most once. An error that shows that nothing was done (503, 429) frees the key. After a crash, or an
 * internal error, it is unknown whether the work took effect; the key then answers `outcome_unknown` until it expires,
 * and the caller checks before it tries a new key.
 * @throws AppError idempotency_mismatch, request_in_progress, outcome_unknown, and what `work` throws
 */
export async function runOnce(
  ownerId: OwnerId,
  request: KeyedRequest,
  work: () => Promise<Answer>,
  toAnswer: (error: AppError) => Answer,
): Promise<Answer & { replayed: boolean }> {
  const claimNo = await repository.claimKey(ownerId, request, KEPT_HOURS);
  if (claimNo === null) return { ...(await findKeptAnswer(ownerId, request)), replayed: true };
  const claim = [ownerId, request.key, claimNo] as const;
  const place = placeOf(ownerId, request.key);
  try {
    const answer = await work();
    await recordOutcome(() => repository.keepAnswer(...claim, sealAnswer(place, answer)));
    return { ...answer, replayed: false };
  } catch (error) {
    await recordOutcome(() => {
      if (!(error instanceof AppError) || error.status === 500)
        return repository.markUnknown(...claim);
      if (saysNothingWasDone(error)) return repository.releaseKey(...claim);
      return repository.keepAnswer(...claim, sealAnswer(place, toAnswer(error)));
    });
    throw error;
  }
}

async function findKeptAnswer(ownerId: OwnerId, request: KeyedRequest): Promise<Answer> {
  const kept = await repository.findKey(ownerId, request.key);
  // Released since: the same request may try again.
  if (!kept) throw inProgress();
  const isSame = request.requestHashes.some((hash) => kept.request_hash.equals(hash));
  if (kept.endpoint !== request.endpoint || !isSame) {
    throw new AppError("idempotency_mismatch");
  }
  if (kept.state === "running" && kept.age_seconds < LONGEST_WORK_S) throw inProgress();
  if (kept.status === null) throw new AppError("outcome_unknown");
  const text =
    kept.sealed_answer === null ? null : unseal(kept.sealed_answer, placeOf(ownerId, request.key));
  if (text === null) throw new AppError("outcome_unknown", ANSWER_LOST);
  return { status: kept.status, body: JSON.parse(text) as unknown };
}

const ANSWER_LOST =
  "Este pedido já foi atendido, mas a resposta não pode ser repetida. Confira o resultado.";

function inProgress(): AppError {
  return new AppError("request_in_progress", "", { retryAfterSeconds: RETRY_AFTER_S });
}

function saysNothingWasDone({ status }: AppError): boolean {
  return status === 503 || status === 429;
}

function placeOf(ownerId: OwnerId, key: string): string {
  return `idempotency_keys.sealed_answer ${ownerId} ${key}`;
}

function sealAnswer(place: string, { status, body }: Answer) {
  const text = JSON.stringify(body);
  return { status, sealedAnswer: text.length > MAX_ANSWER_LENGTH ? null : seal(text, place) };
}

/**
 * The work is done and its answer must be sent, even if the key cannot be updated: without a record the key ends as
 * unknown.
 */
async function recordOutcome(record: () => Promise<void>): Promise<void> {
  await record().catch((error: unknown) =>
    logger.warn({ err: error }, "idempotency key not updated"),
  );
}
