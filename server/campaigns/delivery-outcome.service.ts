import { toSendAddress } from "@/lib/domain/messages/chat-key";
import { transaction } from "@/server/db/transaction";
import { recordEvent } from "@/server/events/events.service";
import { markLeadContacted } from "@/server/leads/leads.service";
import { storeSentMessage } from "@/server/messages/messages.service";
import { findSent } from "@/server/whatsapp/messaging.service";
import type { SendOutcome } from "@/server/whatsapp/whatsapp.gateway";
import { findSender } from "@/server/whatsapp/whatsapp.service";
import * as delivery from "./delivery.repository";
import { type Run, TROUBLE, UNCONFIRMED } from "./next-step.service";
import { setNumberPace } from "./pace.repository";
import { installationPolicy } from "./pacing.service";
import { setNextSend, setWait } from "./runs.repository";

const BACK_OFF_MS = 30_000;
const MAX_ATTEMPTS = 5;

/** When the number may send again, and how many messages are left until it rests. */
interface NextSend {
  at: Date;
  blockLeft: number | null;
}

type Sending = Pick<delivery.SendingRow, "id" | "lead_id" | "number" | "text" | "attempts"> & {
  /** The instance that sent it; without it, the owner's present one. */
  instanceId?: number;
};

/**
 * Stores the message, the lead, the recipient and the next send time in one transaction, always locking in that
 * order, because the provider's webhook echo of the same message is stored concurrently.
 */
export async function settleAccepted(
  run: Run,
  sending: Sending,
  accepted: { providerMessageId: string; chatId: string },
  next: NextSend,
): Promise<void> {
  const instanceId = sending.instanceId ?? (await findSender(run.ownerId))?.instanceId;
  await transaction(async () => {
    if (instanceId !== undefined) {
      await storeSentMessage(run.ownerId, { ...accepted, ...sending, instanceId });
    }
    if (sending.lead_id) await markLeadContacted(run.ownerId, sending.lead_id, "sent");
    const settled = await delivery.settleRecipient(sending.id, {
      state: "sent",
      providerMessageId: accepted.providerMessageId,
    });
    if (!settled) return;
    await recordEvent(run.ownerId, "message_sent", {
      metadata: { activity_id: run.campaignId, lead_id: sending.lead_id },
    });
    await keepPace(run, next);
  });
}

/**
 * Handles every outcome but acceptance. A message that may have gone out keeps its state until the provider is asked
 * about it; nothing is sent again on a guess.
 */
export async function settleOutcome(
  run: Run,
  sending: Sending,
  outcome: Exclude<SendOutcome, { outcome: "accepted" }>,
  next: NextSend,
): Promise<void> {
  if (outcome.outcome === "refused") {
    return settleRefused(run, sending, outcome.detail, next);
  }
  const waitMs =
    outcome.outcome === "not_taken" ? (outcome.retryAfterMs ?? BACK_OFF_MS) : BACK_OFF_MS;
  const at = new Date(Date.now() + waitMs);
  await transaction(async () => {
    if (outcome.outcome !== "unclear") {
      const detail = outcome.outcome === "restricted" ? TROUBLE.restricted : outcome.detail;
      await delivery.returnToPending(run.ownerId, sending.id, at, detail);
    }
    await setWait(run, at, { notice: TROUBLE[outcome.outcome], trouble: true });
  });
}

/**
 * Settles a send without a recorded outcome: its worker died, or the provider did not answer. Asks the provider; if
 * the provider cannot tell, the recipient becomes `unknown` and is not contacted again.
 */
export async function settleUnsettled(run: Run, sending: delivery.SendingRow): Promise<void> {
  const found = await findSent(run.ownerId, {
    number: toSendAddress(sending.address ?? sending.number),
    kind: "text",
    text: sending.text,
    bytes: null,
    messageId: sending.message_id,
    since: sending.claimed_at,
  });
  const next = { at: new Date(), blockLeft: null };
  if (found.outcome === "sent") return settleAccepted(run, sending, found, next);
  if (found.outcome === "not_sent" && sending.attempts < MAX_ATTEMPTS) {
    return delivery.returnToPending(
      run.ownerId,
      sending.id,
      new Date(),
      "A tentativa anterior não saiu",
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
    await delivery.settleRecipient(sending.id, settled);
    await setNextSend(run, next.at);
  });
}

async function settleRefused(run: Run, sending: Sending, detail: string, next: NextSend) {
  await transaction(async () => {
    if (sending.lead_id) await markLeadContacted(run.ownerId, sending.lead_id, "failed");
    const settled = { state: "failed", cause: "refused", detail } as const;
    if (!(await delivery.settleRecipient(sending.id, settled))) return;
    await recordEvent(run.ownerId, "message_failed", {
      metadata: { activity_id: run.campaignId, lead_id: sending.lead_id, detail },
    });
    await keepPace(run, next);
  });
}

/** The pace is the number's: the owner's next run keeps it too. */
async function keepPace(run: Run, next: NextSend): Promise<void> {
  await setNextSend(run, next.at);
  if (installationPolicy.pauseMaxMs > 0) await setNumberPace(run.ownerId, next);
}
