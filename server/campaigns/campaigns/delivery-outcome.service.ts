import { toSendAddress } from "@/lib/domain/messages/chat-key";
import { recordEvent, recordOwnersEvents } from "@/server/integrations/events/events.service";
import { markLeadContacted, markLeadsSent } from "@/server/leads/leads/leads.service";
import { storeSentTexts } from "@/server/messaging/messages/messages.service";
import { findSender } from "@/server/messaging/whatsapp/instances.service";
import { findSent } from "@/server/messaging/whatsapp/messaging.service";
import type { SendOutcome } from "@/server/messaging/whatsapp/whatsapp.gateway";
import { groupTransactions, transaction } from "@/server/platform/db/transaction";
import * as delivery from "./delivery.repository";
import { setNumberPaces } from "./pace.repository";
import { installationPolicy } from "./pacing.service";
import { type Run, TROUBLE, UNCONFIRMED, waitForAnswer } from "./run-waits.service";
import { setNextSends, setWait } from "./runs.repository";

const BACK_OFF_MS = 30_000;
const MAX_ATTEMPTS = 5;

/** When the number may send again, and how many messages are left until it rests. */
interface NextSend {
  at: Date;
  blockLeft: number | null;
}

type Sending = Pick<delivery.SendingRow, "id" | "lead_id" | "number" | "text" | "attempts">;

interface AcceptedSend {
  run: Run;
  sending: Sending;
  /** The instance that sent it; null when it is gone. */
  instanceId: number | null;
  accepted: { providerMessageId: string; chatId: string };
  next: NextSend;
}

/**
 * Stores the message, the lead, the recipient and the next send time in one transaction, always locking in that
 * order, because the provider's webhook echo of the same message is stored concurrently. Messages that are accepted at
 * the same time are stored together.
 */
export const settleAccepted: (send: AcceptedSend) => Promise<void> =
  groupTransactions(storeAccepted);

async function storeAccepted(sends: readonly AcceptedSend[]): Promise<undefined[]> {
  const done = sends.map(() => undefined);
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
    sends.map(({ sending, accepted }) => ({
      recipientId: sending.id,
      providerMessageId: accepted.providerMessageId,
    })),
  );
  const settledNow = sends.filter(({ sending }) => settled.has(sending.id));
  if (settledNow.length === 0) return done;
  await recordOwnersEvents(
    "message_sent",
    settledNow.map(({ run, sending }) => ({
      ownerId: run.ownerId,
      metadata: { activity_id: run.campaignId, lead_id: sending.lead_id },
    })),
  );
  await keepPaces(settledNow);
  return done;
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
 * the provider cannot tell, the recipient becomes `unknown` and is not contacted again. While the provider does not
 * answer nothing is settled, and the run waits. `stopping`: it ends instead.
 */
export async function settleUnsettled(
  run: Run,
  sending: delivery.SendingRow,
  { stopping = false } = {},
): Promise<void> {
  const found = await findSent(run.ownerId, {
    number: toSendAddress(sending.address ?? sending.number),
    kind: "text",
    text: sending.text,
    bytes: null,
    messageId: sending.message_id,
    since: sending.claimed_at,
  });
  const next = { at: new Date(), blockLeft: null };
  if (found.outcome === "no_answer") {
    const waits = { since: sending.claimed_at, stopping };
    return transaction(() => waitForAnswer(run, waits));
  }
  if (found.outcome === "sent") {
    const instanceId = (await findSender(run.ownerId))?.instance.id ?? null;
    return settleAccepted({ run, sending, instanceId, accepted: found, next });
  }
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
    await delivery.settleUnsent(sending.id, settled);
    await setNextSends([{ run, at: next.at }]);
  });
}

async function settleRefused(run: Run, sending: Sending, detail: string, next: NextSend) {
  await transaction(async () => {
    if (sending.lead_id) await markLeadContacted(run.ownerId, sending.lead_id, "failed");
    const settled = { state: "failed", cause: "refused", detail } as const;
    if (!(await delivery.settleUnsent(sending.id, settled))) return;
    await recordEvent(run.ownerId, "message_failed", {
      metadata: { activity_id: run.campaignId, lead_id: sending.lead_id, detail },
    });
    await keepPaces([{ run, next }]);
  });
}

/** The pace is the number's: the owner's next run keeps it too. */
async function keepPaces(sends: readonly { run: Run; next: NextSend }[]): Promise<void> {
  await setNextSends(sends.map(({ run, next }) => ({ run, at: next.at })));
  if (installationPolicy.pauseMaxMs === 0) return;
  await setNumberPaces(sends.map(({ run, next }) => ({ ownerId: run.ownerId, ...next })));
}
