import { toSendAddress } from "@/lib/domain/messages/chat-key";
import { transaction } from "@/server/db/transaction";
import { recordEvent } from "@/server/events/events.service";
import type { Leased } from "@/server/jobs/leased-work";
import { markLeadContacted } from "@/server/leads/leads.service";
import { storeSentMessage } from "@/server/messages/messages.service";
import { findSent } from "@/server/whatsapp/messaging.service";
import type { SendOutcome } from "@/server/whatsapp/whatsapp.gateway";
import { findSender } from "@/server/whatsapp/whatsapp.service";
import * as delivery from "./delivery.repository";

const BACK_OFF_MS = 30_000;
const MAX_ATTEMPTS = 5;

export const TROUBLE = {
  not_taken: "O WhatsApp pediu para esperar; a prospecção continua em instantes.",
  disconnected: "WhatsApp desconectado: a prospecção continua quando você reconectar.",
  restricted:
    "O WhatsApp limitou este número: por enquanto ele só responde a quem já escreveu. A prospecção continua quando o limite acabar.",
  templates:
    "A conexão deste WhatsApp só leva modelos aprovados a quem nunca escreveu: a prospecção espera outra conexão.",
  unclear: "O WhatsApp não está respondendo; a prospecção tenta de novo em instantes.",
};

/** A campaign run while this worker holds its lease. */
export interface Run extends Leased {
  campaignId: number;
}

type Sending = Pick<delivery.SendingRow, "id" | "lead_id" | "number" | "text" | "attempts">;

/**
 * Stores the message, the lead, the recipient and the next send time in one transaction, always locking in that
 * order, because the provider's webhook echo of the same message is stored concurrently.
 */
export async function settleAccepted(
  run: Run,
  sending: Sending,
  accepted: { providerMessageId: string; chatId: string },
  nextSendAt: Date,
): Promise<void> {
  const sender = await findSender(run.ownerId);
  await transaction(async () => {
    if (sender) {
      await storeSentMessage(run.ownerId, {
        ...accepted,
        ...sending,
        instanceId: sender.instanceId,
      });
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
    await delivery.setNextSend(run, nextSendAt, null);
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
  nextSendAt: Date,
): Promise<void> {
  if (outcome.outcome === "refused") {
    return settleRefused(run, sending, outcome.detail, nextSendAt);
  }
  const waitMs =
    outcome.outcome === "not_taken" ? (outcome.retryAfterMs ?? BACK_OFF_MS) : BACK_OFF_MS;
  const at = new Date(Date.now() + waitMs);
  await transaction(async () => {
    if (outcome.outcome !== "unclear") {
      const detail = outcome.outcome === "restricted" ? TROUBLE.restricted : outcome.detail;
      await delivery.returnToPending(run.ownerId, sending.id, at, detail);
    }
    await delivery.setNextSend(run, at, TROUBLE[outcome.outcome]);
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
  if (found.outcome === "sent") return settleAccepted(run, sending, found, new Date());
  if (found.outcome === "not_sent" && sending.attempts < MAX_ATTEMPTS) {
    return delivery.returnToPending(
      run.ownerId,
      sending.id,
      new Date(),
      "A tentativa anterior não saiu",
    );
  }
  await transaction(async () => {
    const detail = "Sem confirmação do WhatsApp: pode ter sido enviada";
    const state = found.outcome === "not_sent" ? "failed" : "unknown";
    // It may have arrived: the lead counts as contacted, so that no campaign contacts it again.
    if (sending.lead_id) {
      await markLeadContacted(
        run.ownerId,
        sending.lead_id,
        state === "unknown" ? "sent" : "failed",
      );
    }
    await delivery.settleRecipient(sending.id, { state, detail });
    await delivery.setNextSend(run, new Date());
  });
}

async function settleRefused(run: Run, sending: Sending, detail: string, nextSendAt: Date) {
  await transaction(async () => {
    if (sending.lead_id) await markLeadContacted(run.ownerId, sending.lead_id, "failed");
    if (!(await delivery.settleRecipient(sending.id, { state: "failed", detail }))) return;
    await recordEvent(run.ownerId, "message_failed", {
      metadata: { activity_id: run.campaignId, lead_id: sending.lead_id, detail },
    });
    await delivery.setNextSend(run, nextSendAt);
  });
}
