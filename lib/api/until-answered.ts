import type { Call, Endpoint, Output } from "@/lib/contracts/shared/endpoint";
import { AppError } from "@/lib/errors";
import { call } from "./client";
import { createIdempotencyKey } from "./idempotency-key";
import { readStoredSession } from "./session-store";

const UNKNOWN_TEXT = "Não sabemos se o pedido foi atendido. Confira antes de pedir de novo.";

/** Between one try and the next: a minute in all. */
const PAUSES_S = [2, 4, 8, 16, 30];
/** A computer may sleep during a pause: an old request is not repeated by surprise when it wakes up. */
const GIVEN_UP_AFTER_MS = 120_000;

interface Surroundings {
  now: () => number;
  wait: (seconds: number) => Promise<void>;
  isOnline: () => boolean;
  /** The token of the session that makes the requests. */
  session: () => string | undefined;
}

const BROWSER: Surroundings = {
  now: () => Date.now(),
  wait: (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000)),
  isOnline: () => navigator.onLine,
  session: () => readStoredSession()?.token,
};

/**
 * Sends a request with one idempotency key again until an answer comes, for a minute. Without a connection it tries once
 * and fails at once, because nothing left the computer.
 * @throws AppError outcome_unknown when the request may have been carried out; any other error means that it was not
 */
export async function untilAnswered<T>(
  ask: () => Promise<T>,
  { now, wait, isOnline, session }: Surroundings = BROWSER,
): Promise<T> {
  const neverLeft = !isOnline();
  const asked = session();
  let failedAt = 0;
  for (let tries = 0; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      const isFirst = tries === 0;
      const verdict = judge(error, isFirst);
      if (verdict === "not done" || (neverLeft && isFirst && isUnanswered(error))) throw error;
      if (isFirst) failedAt = now();
      const pause = PAUSES_S[tries];
      const isOver = verdict === "unknown" || pause === undefined;
      if (!isOver) await wait(pause);
      // In another tab a different user may have signed in meanwhile.
      if (isOver || now() - failedAt > GIVEN_UP_AFTER_MS || session() !== asked) {
        throw new AppError("outcome_unknown", UNKNOWN_TEXT, { cause: error });
      }
    }
  }
}

/** Calls with one idempotency key until an answer comes, so that it is done once. @throws AppError as untilAnswered */
export function callOnce<E extends Endpoint>(endpoint: E, input: Call<E>): Promise<Output<E>> {
  const idempotencyKey = createIdempotencyKey();
  return untilAnswered(() => call(endpoint, input, { idempotencyKey }));
}

const isUnanswered = (error: unknown) => error instanceof AppError && error.unanswered;

type Verdict = "not done" | "ask again" | "unknown";

function judge(error: unknown, isFirst: boolean): Verdict {
  // An answer that broke off or cannot be read counts as no answer.
  if (!(error instanceof AppError) || error.unanswered) return "ask again";
  const { code, status } = error;
  // After an internal error of the server, its record of the key shows whether the work was begun.
  if (code === "request_in_progress" || code === "internal") return "ask again";
  if (code === "outcome_unknown") return "unknown";
  if (isFirst) return "not done";
  // The server sends these before it looks at the key: they say nothing about earlier tries.
  if (status === 429 || status === 503) return "ask again";
  return status === 401 || status === 403 ? "unknown" : "not done";
}
