import { randomBytes } from "node:crypto";
import { renderTemplate } from "@/lib/domain/campaigns/message-template";
import { ownerOfRow, type UserId } from "@/server/actor";
import { transaction } from "@/server/db/transaction";
import { env } from "@/server/env";
import { recordEvent } from "@/server/events/events.service";
import { sendText } from "@/server/whatsapp/whatsapp.service";
import { publishProgress } from "./campaigns.service";
import * as delivery from "./delivery.repository";
import { settleAccepted, settleOutcome, settleUnsettled } from "./delivery-outcome.service";

const LEASE_S = 30;
/** A send older than this without an outcome is one whose worker is gone: longer than the provider is given to answer. */
const UNSETTLED_S = 20;
/** Below this a pause is waited for here; above it the job gives its place to another run. */
const SHORT_PAUSE_MS = 200;
const SLICE_MS = 5_000;
const PUBLISH_EVERY_MS = 300;
const AFTER_FAILURE_MS = 2_000;

type Step =
  | { do: "send"; recipient: delivery.RecipientRow; messageId: string; text: string }
  | { do: "go on" }
  | { do: "wait"; until: Date }
  | { do: "leave" };

/**
 * Sends what is due of a run, one message at a time, each decision one transaction. Picks up where a worker before it
 * stopped; does nothing when another worker has the run.
 */
export async function deliverCampaignRun(runId: number, shutdown: AbortSignal) {
  const run = await delivery.claimRun(runId, LEASE_S);
  if (!run) return undefined;
  const ownerId = ownerOfRow(run.owner_id);
  const sliceEnd = Date.now() + SLICE_MS;
  const progress = progressReporter(ownerId, run.campaign_id);
  try {
    while (!shutdown.aborted) {
      const step = await nextStep(run, ownerId);
      if (step.do === "leave") return undefined;
      if (step.do === "send") await send(run, ownerId, step);
      const waitMs = step.do === "wait" ? step.until.getTime() - Date.now() : 0;
      if (waitMs > SHORT_PAUSE_MS || Date.now() > sliceEnd) {
        const resumeAt = new Date(Date.now() + Math.max(0, waitMs));
        await delivery.releaseRun(run, resumeAt);
        return { resumeAt };
      }
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      await progress.report();
    }
    await delivery.releaseRun(run, null);
    return undefined;
  } catch (error) {
    // Not held until the lease runs out; where even this fails, that is what happens.
    await delivery.releaseRun(run, new Date(Date.now() + AFTER_FAILURE_MS)).catch(() => undefined);
    throw error;
  } finally {
    await progress.flush();
  }
}

/** Decides, under the run's lock, what comes next, and writes it down before it happens. */
async function nextStep(run: delivery.RunClaim, ownerId: UserId): Promise<Step> {
  const unsettled = await delivery.findUnsettled(run, UNSETTLED_S);
  if (unsettled) {
    await settleUnsettled(run, ownerId, unsettled);
    return { do: "go on" };
  }
  return transaction(async () => {
    const held = await delivery.renewRun(run, LEASE_S);
    if (!held) return { do: "leave" };
    if (held.stop_at) return finish(run, ownerId, "stopped");
    if (held.next_send_at && held.next_send_at > new Date()) {
      return { do: "wait", until: held.next_send_at };
    }
    const recipient = await delivery.findNextRecipient(run);
    if (!recipient) return finish(run, ownerId, "completed");
    const reason = reasonToSkip(recipient);
    if (reason || !recipient.lead) {
      await delivery.skipRecipient(recipient.id, reason ?? "O lead foi excluído");
      return { do: "go on" };
    }
    const text = recipient.text ?? renderTemplate(recipient.template, recipient.lead, new Date());
    const messageId = await delivery.markSending(recipient.id, { id: newMessageId(), text });
    return { do: "send", recipient, messageId, text };
  });
}

/** Ends the run, unless something of it is still due: a recipient to be tried again, or a send whose outcome is open. */
async function finish(
  run: delivery.RunClaim,
  ownerId: UserId,
  status: "completed" | "stopped",
): Promise<Step> {
  const due = await delivery.findNextDue(run, UNSETTLED_S, status === "completed");
  if (due) return { do: "wait", until: due };
  if (await delivery.endRun(run, status, null)) {
    await recordEvent(ownerId, "campaign_completed", {
      metadata: { activity_id: run.campaign_id, status },
    });
  }
  await publishProgress(ownerId, run.campaign_id);
  return { do: "leave" };
}

function reasonToSkip(recipient: delivery.RecipientRow): string | null {
  if (recipient.opted_out) return "Pediu para não receber mensagens";
  return recipient.contacted ? "Já recebeu uma mensagem" : null;
}

async function send(
  run: delivery.RunClaim,
  ownerId: UserId,
  { recipient, messageId, text }: Extract<Step, { do: "send" }>,
) {
  const outcome = await sendText(ownerId, { number: recipient.number, text, messageId });
  const sending = {
    id: recipient.id,
    lead_id: recipient.lead_id,
    number: recipient.number,
    text,
    attempts: recipient.attempts + 1,
  };
  if (outcome.outcome === "accepted") {
    await settleAccepted(run, ownerId, sending, outcome, nextSendAt());
  } else {
    await settleOutcome(run, ownerId, sending, outcome, nextSendAt());
  }
}

/** WhatsApp's own form of an id: "3EB0" and 18 hex digits. */
function newMessageId(): string {
  return `3EB0${randomBytes(9).toString("hex").toUpperCase()}`;
}

/** A random pause, so that messages do not leave at a machine's beat. */
function nextSendAt(): Date {
  const { CAMPAIGN_PAUSE_MIN_MS: min, CAMPAIGN_PAUSE_MAX_MS: max } = env;
  return new Date(Date.now() + min + Math.random() * (max - min));
}

/** Screens need a few reports a second, not one per message. */
function progressReporter(ownerId: UserId, campaignId: number) {
  let reportedAt = 0;
  let pending = false;
  return {
    async report() {
      pending = true;
      if (Date.now() - reportedAt >= PUBLISH_EVERY_MS) await this.flush();
    },
    async flush() {
      if (!pending) return;
      pending = false;
      reportedAt = Date.now();
      await publishProgress(ownerId, campaignId);
    },
  };
}
