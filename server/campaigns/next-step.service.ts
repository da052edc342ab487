import { OPT_OUT_LINE, type RecipientCause } from "@/lib/domain/campaigns/campaign";
import { renderTemplate } from "@/lib/domain/campaigns/message-template";
import { getTypingMs, type SendingPolicy } from "@/lib/domain/campaigns/pacing";
import { transaction } from "@/server/db/transaction";
import { recordEvent } from "@/server/events/events.service";
import type { Leased } from "@/server/jobs/leased-work";
import { markLeadContacted } from "@/server/leads/leads.service";
import { createMessageId } from "@/server/whatsapp/message-ids.service";
import { describeProvider } from "@/server/whatsapp/provider.service";
import { findSender } from "@/server/whatsapp/whatsapp.service";
import * as delivery from "./delivery.repository";
import { findNumberHold, findWindowHold, getPolicy } from "./pacing.service";
import * as runs from "./runs.repository";

/** Longer than the provider is given to answer: a send older than this without an outcome has lost its worker. */
const UNSETTLED_S = 20;
const CHECK_AGAIN_MS = 60_000;
const DISCONNECTED_CHECK_MS = 10_000;
/** A paused run looks again whether a person has decided. */
const PAUSE_CHECK_MS = 24 * 3_600_000;
const HOUR_MS = 3_600_000;
/** A run that could send nothing for so long ends. A restriction passes by itself, and a pause is the owner's. */
const GIVE_UP_HOURS = { trouble: 24, restricted: 7 * 24, paused: 7 * 24 };

export const TROUBLE = {
  not_taken: "O WhatsApp pediu para esperar; a prospecção continua em instantes.",
  disconnected: "WhatsApp desconectado: a prospecção continua quando você reconectar.",
  restricted:
    "O WhatsApp limitou este número: por enquanto ele só responde a quem já escreveu. A prospecção continua quando o limite acabar.",
  templates:
    "A conexão deste WhatsApp só leva modelos aprovados a quem nunca escreveu: a prospecção espera outra conexão.",
  unclear: "O WhatsApp não está respondendo; a prospecção tenta de novo em instantes.",
};

const WITHOUT_WHATSAPP = "Número não está no WhatsApp";

/** A campaign run while this worker holds its lease. */
export interface Run extends Leased {
  campaignId: number;
}

export type Step =
  | {
      do: "send";
      recipient: delivery.RecipientRow;
      messageId: string;
      text: string;
      instanceId: number;
      policy: SendingPolicy;
      blockLeft: number | null;
    }
  /** Asks WhatsApp for the number's address; `again` even if it was asked lately. */
  | { do: "check"; recipient: delivery.RecipientRow; again: boolean }
  /** Shows that we are typing, then waits. */
  | { do: "type"; chatId: string; until: Date }
  | { do: "settle"; sending: delivery.SendingRow }
  | { do: "continue" }
  | { do: "wait"; until: Date }
  | { do: "leave" };

/**
 * Decides the next step in one transaction that locks the run, and records it before it is carried out. Every gate is
 * read anew. A number whose address is unknown is checked first, unless it is among `checked`: the provider could not
 * tell.
 */
export function decideNextStep(run: Run, checked: ReadonlySet<number>): Promise<Step> {
  return transaction(async () => {
    const locked = await runs.lockRun(run);
    if (!locked) return { do: "leave" };
    const sending = locked.has_open_send && (await delivery.findUnsettled(run, UNSETTLED_S));
    if (sending) return { do: "settle", sending };
    if (locked.stop_at) return finishRun(run, "stopped");
    if (locked.paused_at) return stayPaused(run, locked.paused_at);
    const now = new Date();
    if (locked.next_send_at && locked.next_send_at > now) {
      return { do: "wait", until: locked.next_send_at };
    }
    const recipient = await delivery.findNextRecipient(run);
    if (!recipient) return finishRun(run, "completed");
    const skip = findSkipReason(recipient);
    if (skip) {
      await delivery.skipRecipient(recipient.id, skip);
      return { do: "continue" };
    }
    return prepareSend(run, locked, recipient, checked);
  });
}

async function prepareSend(
  run: Run,
  locked: runs.LockedRun,
  recipient: delivery.RecipientRow,
  checked: ReadonlySet<number>,
): Promise<Step> {
  const now = new Date();
  const policy = getPolicy(locked.pacing);
  const sender = await findSender(run.ownerId);
  const trouble = findTrouble(sender, now);
  if (trouble) return waitInTrouble(run, locked, trouble);
  if (!sender) throw new Error("Without a sender there is trouble.");
  const window = findWindowHold(policy, now);
  if (window) return hold(run, window);
  if (recipient.missing) {
    if (recipient.lead_id) await markLeadContacted(run.ownerId, recipient.lead_id, "failed");
    await delivery.failMissing(recipient.id, WITHOUT_WHATSAPP);
    await recordEvent(run.ownerId, "message_failed", {
      metadata: {
        activity_id: run.campaignId,
        lead_id: recipient.lead_id,
        detail: WITHOUT_WHATSAPP,
      },
    });
    return { do: "continue" };
  }
  const kept = await findNumberHold(run.ownerId, policy, {
    pairedAt: sender.pairedAt,
    resumedAt: locked.resumed_at,
    isFirstContact: recipient.first_contact,
  });
  if (kept) return hold(run, kept);
  if (recipient.address === null && !checked.has(recipient.id)) {
    return { do: "check", recipient, again: locked.kind !== "audience" };
  }
  const text = recipient.text ?? writeText(recipient, locked.opt_out_line, now);
  const typingMs = getTypingMs(policy, text);
  if (typingMs > 0 && recipient.address !== null && locked.typing_for !== recipient.id) {
    const until = new Date(now.getTime() + typingMs);
    await runs.setTyping(run, recipient.id, until);
    return { do: "type", chatId: recipient.address, until };
  }
  const messageId = await delivery.markSending(recipient.id, {
    id: createMessageId(),
    text,
    isFirstContact: recipient.first_contact,
  });
  const { instanceId } = sender;
  return {
    do: "send",
    recipient,
    messageId,
    text,
    instanceId,
    policy,
    blockLeft: locked.block_left,
  };
}

/** A send without an outcome is not sent again; its lead counts as contacted. Call inside a transaction. */
export async function endRun(
  run: Run,
  status: "completed" | "stopped" | "error",
  reason: string | null,
): Promise<void> {
  for (const leadId of await delivery.markOpenSendsUnknown(run.id, UNCONFIRMED)) {
    await markLeadContacted(run.ownerId, leadId, "sent");
  }
  if (!(await runs.endRun(run, status, reason))) return;
  await recordEvent(run.ownerId, "campaign_completed", {
    metadata: { activity_id: run.campaignId, status },
  });
}

export const UNCONFIRMED = "Sem confirmação do WhatsApp: pode ter sido enviada";

/** Ends the run, unless a retry or a send without an outcome is still due. */
async function finishRun(run: Run, status: "completed" | "stopped"): Promise<Step> {
  const due = await delivery.findNextDue(run, UNSETTLED_S, status === "completed");
  if (due) return { do: "wait", until: due };
  await endRun(run, status, null);
  return { do: "leave" };
}

async function stayPaused(run: Run, pausedAt: Date): Promise<Step> {
  if (Date.now() - pausedAt.getTime() > GIVE_UP_HOURS.paused * HOUR_MS) {
    return giveUp(run, "A prospecção ficou pausada por 7 dias e foi encerrada.");
  }
  return { do: "wait", until: new Date(Date.now() + PAUSE_CHECK_MS) };
}

async function giveUp(run: Run, reason: string): Promise<Step> {
  const due = await delivery.findNextDue(run, UNSETTLED_S, false);
  if (due) return { do: "wait", until: due };
  await endRun(run, "error", reason);
  return { do: "leave" };
}

interface Trouble {
  notice: string;
  until: Date;
  giveUpHours: number;
}

/** What keeps the connection from sending anything to strangers. */
function findTrouble(sender: Awaited<ReturnType<typeof findSender>>, now: Date): Trouble | null {
  const inMs = (ms: number) => new Date(now.getTime() + ms);
  const giveUpHours = GIVE_UP_HOURS.trouble;
  if (!sender?.connected) {
    return { notice: TROUBLE.disconnected, until: inMs(DISCONNECTED_CHECK_MS), giveUpHours };
  }
  if (sender.restrictedUntil) {
    // It may be lifted early, or be replaced by a longer one.
    const until = new Date(
      Math.min(sender.restrictedUntil.getTime(), inMs(CHECK_AGAIN_MS).getTime()),
    );
    return { notice: TROUBLE.restricted, until, giveUpHours: GIVE_UP_HOURS.restricted };
  }
  // The run began at another provider.
  if (describeProvider().templates_outside_window) {
    return { notice: TROUBLE.templates, until: inMs(CHECK_AGAIN_MS), giveUpHours };
  }
  return null;
}

async function waitInTrouble(run: Run, locked: runs.LockedRun, trouble: Trouble): Promise<Step> {
  const since = locked.trouble_since?.getTime() ?? Date.now();
  if (Date.now() - since > trouble.giveUpHours * HOUR_MS) {
    return giveUp(
      run,
      `A prospecção foi encerrada: por ${trouble.giveUpHours / 24 === 1 ? "24 horas" : "7 dias"} nada pôde ser enviado. Último motivo: ${trouble.notice}`,
    );
  }
  await runs.setWait(run, trouble.until, { notice: trouble.notice, trouble: true });
  return { do: "wait", until: trouble.until };
}

async function hold(
  run: Run,
  kept: { until: Date; notice: string } | { pause: string },
): Promise<Step> {
  if ("pause" in kept) {
    await runs.pauseRun(run, kept.pause);
    return { do: "wait", until: new Date(Date.now() + PAUSE_CHECK_MS) };
  }
  await runs.setWait(run, kept.until, { notice: kept.notice, trouble: false });
  return { do: "wait", until: kept.until };
}

function findSkipReason(
  recipient: delivery.RecipientRow,
): { cause: RecipientCause; detail: string } | null {
  if (recipient.opted_out) {
    return { cause: "opted_out", detail: "Pediu para não receber mensagens" };
  }
  if (recipient.in_review) {
    return { cause: "in_review", detail: "Pode ter pedido para sair: decida na conversa" };
  }
  if (recipient.answered) return { cause: "answered", detail: "Escreveu antes do envio" };
  if (recipient.contacted) return { cause: "contacted", detail: "Já recebeu uma mensagem" };
  if (!recipient.lead) return { cause: "lead_deleted", detail: "O lead foi excluído" };
  return null;
}

/** The text is written when it goes out, so that the greeting fits the hour, and kept for every retry. */
function writeText(recipient: delivery.RecipientRow, withOptOutLine: boolean, now: Date): string {
  if (!recipient.lead) throw new Error("A recipient without a lead is skipped before.");
  const text = renderTemplate(recipient.template, recipient.lead, now);
  return withOptOutLine ? `${text}\n\n${OPT_OUT_LINE}` : text;
}
