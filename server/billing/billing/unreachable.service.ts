import { AppError } from "@/lib/errors";
import type { OwnerId } from "@/server/platform/actor";
import type { Advance } from "@/server/platform/jobs/leased-work";
import { logger } from "@/server/platform/logger";
import { alertAdministrator, settleAlert } from "./alerts.service";

const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 10 * 60_000;
const TOLD_AFTER_MS = 10 * 60_000;
/** As long as the provider itself retries undelivered events. */
const RETRIED_FOR_MS = 3 * 86_400_000;

interface Waiting {
  ownerId: OwnerId;
  since: Date;
  /** What is waiting, in words. */
  what: string;
}

/**
 * Does work that needs the provider. A provider that does not answer, or rejects our key, does not make the work fail:
 * it is postponed in pauses that grow with its age, and the administrator is alerted once for the account. After three
 * days it fails like any other work.
 */
export async function awaitProvider(
  { ownerId, since, what }: Waiting,
  work: () => Promise<Advance>,
): Promise<Advance> {
  try {
    return await work();
  } catch (error) {
    const age = Date.now() - since.getTime();
    if (!isUnreachable(error) || age > RETRIED_FOR_MS) throw error;
    logger.warn({ user: ownerId, err: error }, "payment provider not reached");
    if (age >= TOLD_AFTER_MS) {
      await alertAdministrator({
        kind: "provider_unreachable",
        subject: subjectOf(ownerId),
        ownerId,
        detail: `${what} espera: o Stripe não responde, ou não aceita a chave desta instalação. Tentamos de novo a cada dez minutos, por três dias.`,
      });
    }
    const pause = Math.min(LONGEST_RETRY_MS, Math.max(FIRST_RETRY_MS, age));
    return { state: "paused", resumeAt: new Date(Date.now() + pause) };
  }
}

/** Call when the provider has answered for this account. Joins the current transaction. */
export async function settleUnreachable(ownerId: number): Promise<void> {
  await settleAlert("provider_unreachable", subjectOf(ownerId));
}

function subjectOf(ownerId: number): string {
  return `conta ${ownerId}`;
}

function isUnreachable(error: unknown): boolean {
  return error instanceof AppError && error.code === "unavailable";
}
