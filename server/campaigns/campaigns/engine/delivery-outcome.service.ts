import type { RecipientCause } from "@/lib/domain/campaigns/campaign";
import { lockMessageCredits, spendMessageCredits } from "@/server/accounts/credits/credits.service";
import { findFailedBefore } from "@/server/campaigns/campaigns/campaign-answers.repository";
import * as delivery from "@/server/campaigns/campaigns/delivery.repository";
import { getInstallationPolicy } from "@/server/campaigns/campaigns/gates/pacing.service";
import { delayNumberPaces } from "@/server/campaigns/campaigns/pace.repository";
import { pauseRun, setNextSends, setWait } from "@/server/campaigns/campaigns/runs.repository";
import { recordEvent, recordOwnersEvents } from "@/server/integrations/events/events.service";
import { markLeadContacted, markLeadsSent } from "@/server/leads/leads/lead-marks.service";
import type { SendOutcome, SentLookup } from "@/server/messaging/gateway/whatsapp.gateway";
import type { RefusalReason } from "@/server/messaging/gateway/whatsapp-events.gateway";
import { storeSentTexts } from "@/server/messaging/messages/messages.service";
import { deleteSends } from "@/server/messaging/sends/sends.service";
import { ownerOfRow } from "@/server/platform/actor";
import { groupTransactions, transaction } from "@/server/platform/db/transaction";
import { markRecipientFailed } from "./campaign-answers.service";
import { planFollowUps } from "./follow-ups.service";
import { describeTemplatePause, stopOffers, toCause } from "./refusals.service";
import { type RunRef, TROUBLE, UNCONFIRMED, waitForAnswer } from "./run-waits.service";

const RESTRICTED =
  "O WhatsApp não aceitou esta mensagem: o número está limitado para conversas novas, ou esta conversa foi recusada";
const BACK_OFF_MS = 30_000;
const MAX_ATTEMPTS = 5;

/** When the number may send again, and how many messages are left until it rests. */
interface NextSend {
  at: Date;
  blockLeft: number | null;
}

type Sending = Pick<delivery.SendingRow, "id" | "lead_id" | "number" | "text" | "attempts">;

interface AcceptedSend {
  run: RunRef;
  sending: Sending;
  /** The instance that sent it; null when it is gone. */
  instanceId: number | null;
  accepted: { providerMessageId: string; chatId: string };
  next: NextSend;
  /** Reported by a status instead of an answer: it also settles an outcome that was given up. */
  reported?: boolean;
}

/**
 * Stores the message, the lead, the recipient and the next send time in one transaction, always locking in that
 * order, because the provider's webhook echo of the same message is stored concurrently. Messages that are accepted at
 * the same time are stored together.
 */
export const settleAccepted: (send: AcceptedSend) => Promise<void> =
  groupTransactions(storeAccepted);

/** What settleAccepted does, inside the caller's transaction. */
export async function storeAccepted(sends: readonly AcceptedSend[]): Promise<undefined[]> {
  const done = sends.map(() => undefined);
  const day = await lockMessageCredits(sends.map(({ run }) => run.ownerId));
  await storeSentTexts(
    sends.flatMap(({ run, sending, accepted, instanceId }) =>
      instanceId === null
        ? []
        : {
            ...accepted,
            ownerId: run.ownerId,
            number: sending.number,
            text: sending.text,
            instanceId,
          },
    ),
  );
  await markLeadsSent(
    sends.flatMap(({ run, sending: { lead_id: leadId } }) =>
      leadId === null ? [] : { ownerId: run.ownerId, leadId },
    ),
  );
  const settled = await delivery.settleSent(
    sends.map(({ sending, accepted, reported = false }) => ({
      recipientId: sending.id,
      providerMessageId: accepted.providerMessageId,
      reported,
    })),
  );
  await deleteSends(
    "campaign",
    sends.map(({ sending }) => sending.id),
  );
  const settledNow = sends.filter(({ sending }) => settled.has(sending.id));
  if (settledNow.length === 0) return done;
  await planFollowUps(settled);
  await recordOwnersEvents(
    "message_sent",
    settledNow.map(({ run, sending }) => ({
      ownerId: run.ownerId,
      metadata: { activity_id: run.campaignId, lead_id: sending.lead_id },
    })),
  );
  for (const ownerId of new Set(settledNow.map(({ run }) => run.ownerId))) {
    const sent = settledNow.filter(({ run }) => run.ownerId === ownerId);
    await spendMessageCredits(ownerId, day, sent.length);
  }
  await keepPaces(settledNow);
  await failAtOnce(settledNow);
  return done;
}

/** A message's failure may be reported before the answer to its send is stored. */
async function failAtOnce(settled: readonly AcceptedSend[]) {
  const failed = await findFailedBefore(
    settled.flatMap(({ sending: { id: recipientId }, instanceId }) =>
      instanceId === null ? [] : { recipientId, instanceId },
    ),
  );
  for (const { owner_id, instance_id: instanceId, provider_message_id } of failed) {
    const told = { instanceId, providerMessageId: provider_message_id };
    await markRecipientFailed(ownerOfRow(owner_id), told);
  }
}

/**
 * Handles every outcome but acceptance. A message that may have gone out keeps its state until the provider is asked
 * about it; nothing is sent again on a guess.
 */
export async function settleOutcome(
  run: RunRef,
  sending: Sending,
  outcome: Exclude<SendOutcome, { outcome: "accepted" }>,
  next: NextSend,
): Promise<void> {
  if (outcome.outcome === "refused") {
    const { detail, because } = outcome;
    if (because === "template") return pauseForTemplate(run, sending, detail);
    if (because === "somebody_else") return settleMisdirected(run, sending, next, detail);
    return settleRefused(run, sending, next, {
      detail,
      because,
      cause: toCause(because, "refused"),
    });
  }
  if (outcome.outcome === "not_taken" && outcome.ofContact) {
    return waitForContact(run, sending, outcome, next);
  }
  if (outcome.outcome === "restricted") {
    return settleRefused(run, sending, next, { detail: RESTRICTED, cause: "restricted" });
  }
  const askedMs = outcome.outcome === "not_taken" ? outcome.retryAfterMs : null;
  const at = new Date(Date.now() + (askedMs ?? BACK_OFF_MS));
  const trouble = outcome.outcome === "not_taken" && askedMs === null ? "unclear" : outcome.outcome;
  await transaction(async () => {
    if (outcome.outcome !== "unclear") {
      await takeBack(run, sending.id, at, outcome.detail);
    }
    await setWait(run, at, { notice: TROUBLE[trouble], cause: "passing" });
  });
}

/**
 * Records what the provider reports about a message whose outcome was not recorded: its worker died, or the provider
 * did not answer. If the provider cannot tell, the recipient becomes `unknown` and is not contacted again. While it
 * does not answer nothing is settled, and the run waits; a run that is `stopping` ends instead.
 */
export async function settleLookup(
  run: RunRef,
  sending: Sending,
  found: SentLookup,
  waits: { instanceId: number; since: Date; stopping: boolean },
): Promise<void> {
  const next = { at: new Date(), blockLeft: null };
  if (found.outcome === "no_answer") return transaction(() => waitForAnswer(run, waits));
  if (found.outcome === "sent") {
    const { instanceId } = waits;
    return settleAccepted({ run, sending, instanceId, accepted: found, next });
  }
  if (found.outcome === "somebody_else") {
    return settleMisdirected(run, sending, next, found.detail);
  }
  if (found.outcome === "not_sent" && sending.attempts < MAX_ATTEMPTS) {
    return transaction(() =>
      takeBack(run, sending.id, new Date(), "A tentativa anterior não saiu"),
    );
  }
  await transaction(async () => {
    const settled =
      found.outcome === "not_sent"
        ? ({
            state: "failed",
            cause: "refused",
            detail: "O WhatsApp não aceitou a mensagem",
          } as const)
        : ({ state: "unknown", cause: "unconfirmed", detail: UNCONFIRMED } as const);
    // It may have arrived: the lead counts as contacted, so that no campaign contacts it again.
    if (sending.lead_id) {
      await markLeadContacted(
        run.ownerId,
        sending.lead_id,
        settled.state === "unknown" ? "sent" : "failed",
      );
    }
    await delivery.settleUnsent(sending.id, settled);
    await deleteSends("campaign", [sending.id]);
    await setNextSends([{ run, at: next.at }]);
  });
}

/** The message did not go out: it is sent again under the same id. */
async function takeBack(run: RunRef, recipientId: number, at: Date, detail: string) {
  await delivery.returnToPending(run.ownerId, recipientId, at, detail);
  await deleteSends("campaign", [recipientId]);
}

type Outcome<T extends SendOutcome["outcome"]> = Extract<SendOutcome, { outcome: T }>;

/**
 * The template would fail for every other recipient too: the run is paused, and this recipient waits with the others.
 */
async function pauseForTemplate(run: RunRef, sending: Sending, detail: string) {
  await transaction(async () => {
    await takeBack(run, sending.id, new Date(), detail);
    await pauseRun(run, describeTemplatePause(detail));
  });
}

/** Only this contact has to wait: the next one is written to meanwhile. */
async function waitForContact(
  run: RunRef,
  sending: Sending,
  { retryAfterMs, detail }: Outcome<"not_taken">,
  next: NextSend,
) {
  const at = new Date(Date.now() + (retryAfterMs ?? BACK_OFF_MS));
  await transaction(async () => {
    await takeBack(run, sending.id, at, detail);
    await keepPaces([{ run, sending, next }]);
  });
}

/** Another message may go to a wrong person again: a user has to check first. */
function settleMisdirected(run: RunRef, sending: Sending, next: NextSend, detail: string) {
  const pause = `Pausada: ${detail}. Confira com quem cuida do servidor; depois continue ou pare.`;
  return settleRefused(run, sending, next, { detail, cause: "refused", pause });
}

interface Refusal {
  detail: string;
  cause: RecipientCause;
  because?: RefusalReason | undefined;
  /** Why the run is paused as well. */
  pause?: string;
}

/**
 * Nothing went out and nothing is tried again automatically. A stranger whom WhatsApp refuses because of a restriction
 * would otherwise count against the number again.
 */
async function settleRefused(
  run: RunRef,
  sending: Sending,
  next: NextSend,
  { detail, cause, because, pause }: Refusal,
) {
  await transaction(async () => {
    if (sending.lead_id) await markLeadContacted(run.ownerId, sending.lead_id, "failed");
    const settled = { state: "failed", cause, detail } as const;
    const isNew = await delivery.settleUnsent(sending.id, settled);
    await deleteSends("campaign", [sending.id]);
    if (!isNew) return;
    if (because === "no_offers") await stopOffers(run.ownerId, sending);
    await recordEvent(run.ownerId, "message_failed", {
      metadata: { activity_id: run.campaignId, lead_id: sending.lead_id, detail },
    });
    await keepPaces([{ run, sending, next }]);
    if (pause) await pauseRun(run, pause);
  });
}

/** The pace belongs to the number: other accounts' runs on it keep it too, and so does the owner's next run. */
async function keepPaces(
  sends: readonly { run: RunRef; sending: Sending; next: NextSend }[],
): Promise<void> {
  await setNextSends(sends.map(({ run, next }) => ({ run, at: next.at })));
  if (getInstallationPolicy().pauseMaxMs === 0) return;
  await delayNumberPaces(sends.map(({ sending, next }) => ({ recipientId: sending.id, ...next })));
}
