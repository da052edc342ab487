import { renderTemplate } from "@/lib/domain/campaigns/message-template";
import { toSendAddress } from "@/lib/domain/messages/chat-key";
import { transaction } from "@/server/db/transaction";
import { env } from "@/server/env";
import { recordEvent } from "@/server/events/events.service";
import type { Advance, Leased, LeasedWork } from "@/server/jobs/leased-work";
import { markLeadContacted } from "@/server/leads/leads.service";
import { createMessageId } from "@/server/whatsapp/message-ids.service";
import { sendText } from "@/server/whatsapp/messaging.service";
import { checkNumber } from "@/server/whatsapp/number-check.service";
import { describeProvider } from "@/server/whatsapp/provider.service";
import type { SendOutcome } from "@/server/whatsapp/whatsapp.gateway";
import { findSender } from "@/server/whatsapp/whatsapp.service";
import { deliverRun } from "./campaigns.jobs";
import { publishProgress } from "./campaigns.service";
import * as delivery from "./delivery.repository";
import {
  type Run,
  settleAccepted,
  settleOutcome,
  settleUnsettled,
  TROUBLE,
} from "./delivery-outcome.service";

/** Longer than the provider is given to answer: a send older than this without an outcome has lost its worker. */
const UNSETTLED_S = 20;
/** A shorter pause is awaited here; a longer one ends the job, so that another run can use its slot. */
const SHORT_PAUSE_MS = 200;
const SLICE_MS = 5_000;
const RESTRICTION_CHECK_MS = 60_000;
const UNCONFIRMED = "Sem confirmação do WhatsApp: pode ter sido enviada";

/** Delivers campaign runs, one message at a time, each decision one transaction. */
export const runDelivery: LeasedWork = {
  job: deliverRun,
  leases: delivery.runLeases,
  firstRetryMs: 2_000,
  failure: "A prospecção parou por um erro nosso. Ninguém recebeu a mesma mensagem duas vezes.",
  advance,
  end,
  publishProgress: async (leased) => {
    const campaignId = await delivery.findCampaignId(leased.ownerId, leased.id);
    if (campaignId !== null) await publishProgress(leased.ownerId, campaignId);
  },
};

type Step =
  | { do: "send"; recipient: delivery.RecipientRow; messageId: string; text: string }
  | { do: "check"; recipient: delivery.RecipientRow }
  | { do: "continue" }
  | { do: "wait"; until: Date }
  | { do: "leave" };

const ENDED: Advance = { state: "ended" };

async function advance(leased: Leased): Promise<Advance> {
  const campaignId = await delivery.findCampaignId(leased.ownerId, leased.id);
  if (campaignId === null) return ENDED;
  const run: Run = { ...leased, campaignId };
  const sliceEnd = Date.now() + SLICE_MS;
  const checked = new Set<number>();
  while (!leased.signal.aborted) {
    const step = await decideNextStep(run, checked);
    if (step.do === "leave") return ENDED;
    if (step.do === "check") {
      await checkNumber(run.ownerId, step.recipient.number);
      checked.add(step.recipient.id);
    }
    if (step.do === "send") await sendMessage(run, step);
    const waitMs = step.do === "wait" ? step.until.getTime() - Date.now() : 0;
    if (waitMs > SHORT_PAUSE_MS || Date.now() > sliceEnd) {
      return { state: "paused", resumeAt: new Date(Date.now() + Math.max(0, waitMs)) };
    }
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    leased.reportProgress();
  }
  return ENDED;
}

/** A send without an outcome may have arrived: it is not sent again, and its lead counts as contacted. */
async function end(leased: Leased, how: "stopped" | "error", reason: string): Promise<void> {
  await transaction(async () => {
    if (!(await delivery.runLeases.lock(leased.id, leased.leaseNo))) return;
    for (const leadId of await delivery.markOpenSendsUnknown(leased.id, UNCONFIRMED)) {
      await markLeadContacted(leased.ownerId, leadId, "sent");
    }
    const campaignId = await delivery.findCampaignId(leased.ownerId, leased.id);
    await delivery.endRun(leased, how, how === "error" ? reason : null);
    await recordEvent(leased.ownerId, "campaign_completed", {
      metadata: { activity_id: campaignId, status: how },
    });
  });
}

/**
 * Decides the next step in one transaction that locks the run, and records it before it is carried out. A number whose
 * address is unknown is checked first, unless it is among `checked`: the provider could not tell.
 */
async function decideNextStep(run: Run, checked: ReadonlySet<number>): Promise<Step> {
  const unsettled = await delivery.findUnsettled(run, UNSETTLED_S);
  if (unsettled) {
    await settleUnsettled(run, unsettled);
    return { do: "continue" };
  }
  return transaction(async () => {
    const locked = await delivery.lockRun(run);
    if (!locked) return { do: "leave" };
    if (locked.stop_at) return finishRun(run, "stopped");
    if (locked.next_send_at && locked.next_send_at > new Date()) {
      return { do: "wait", until: locked.next_send_at };
    }
    const recipient = await delivery.findNextRecipient(run);
    if (!recipient) return finishRun(run, "completed");
    const sender = await findSender(run.ownerId);
    if (sender?.restrictedUntil) {
      return waitForRestriction(run, sender.restrictedUntil, TROUBLE.restricted);
    }
    // The run began at another provider.
    if (describeProvider().templates_outside_window) {
      const nextCheck = new Date(Date.now() + RESTRICTION_CHECK_MS);
      return waitForRestriction(run, nextCheck, TROUBLE.templates);
    }
    const reason = getSkipReason(recipient);
    if (reason || !recipient.lead) {
      await delivery.skipRecipient(recipient.id, reason ?? "O lead foi excluído");
      return { do: "continue" };
    }
    if (recipient.address === null && !recipient.missing && !checked.has(recipient.id)) {
      return { do: "check", recipient };
    }
    const text = recipient.text ?? renderTemplate(recipient.template, recipient.lead, new Date());
    const messageId = await delivery.markSending(recipient.id, { id: createMessageId(), text });
    return { do: "send", recipient, messageId, text };
  });
}

/** A restriction may be lifted early, or be replaced by a longer one. */
async function waitForRestriction(run: Run, restrictedUntil: Date, trouble: string): Promise<Step> {
  const until = new Date(Math.min(restrictedUntil.getTime(), Date.now() + RESTRICTION_CHECK_MS));
  await delivery.setNextSend(run, until, trouble);
  return { do: "wait", until };
}

/** Ends the run, unless a retry or a send without an outcome is still due. */
async function finishRun(run: Run, status: "completed" | "stopped"): Promise<Step> {
  const due = await delivery.findNextDue(run, UNSETTLED_S, status === "completed");
  if (due) return { do: "wait", until: due };
  if (await delivery.endRun(run, status, null)) {
    await recordEvent(run.ownerId, "campaign_completed", {
      metadata: { activity_id: run.campaignId, status },
    });
  }
  return { do: "leave" };
}

function getSkipReason(recipient: delivery.RecipientRow): string | null {
  if (recipient.opted_out) return "Pediu para não receber mensagens";
  return recipient.contacted ? "Já recebeu uma mensagem" : null;
}

async function sendMessage(
  run: Run,
  { recipient, messageId, text }: Extract<Step, { do: "send" }>,
) {
  const outcome: SendOutcome = recipient.missing
    ? { outcome: "refused", detail: "Número não está no WhatsApp" }
    : await sendText(run.ownerId, {
        number: toSendAddress(recipient.address ?? recipient.number),
        text,
        messageId,
      });
  // Nothing was sent to a number without an account: no pause is due.
  const nextSendAt = recipient.missing ? new Date() : pickNextSendTime();
  const sending = {
    id: recipient.id,
    lead_id: recipient.lead_id,
    number: recipient.number,
    text,
    attempts: recipient.attempts + 1,
  };
  if (outcome.outcome === "accepted") {
    await settleAccepted(run, sending, outcome, nextSendAt);
  } else {
    await settleOutcome(run, sending, outcome, nextSendAt);
  }
}

/** A random pause: regular intervals would identify the sender as a machine. */
function pickNextSendTime(): Date {
  const { CAMPAIGN_PAUSE_MIN_MS: min, CAMPAIGN_PAUSE_MAX_MS: max } = env;
  return new Date(Date.now() + min + Math.random() * (max - min));
}
