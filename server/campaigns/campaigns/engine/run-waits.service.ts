import type { WaitCause } from "@/lib/domain/campaigns/wait-cause";
import { formatMessageTime } from "@/lib/domain/messages/chat-times";
import * as delivery from "@/server/campaigns/campaigns/delivery.repository";
import type { Hold } from "@/server/campaigns/campaigns/gates/pacing.service";
import * as runs from "@/server/campaigns/campaigns/runs.repository";
import {
  findEndsBeside,
  leaveToBeside,
} from "@/server/campaigns/campaigns/shared-audience.repository";
import { recordEvent } from "@/server/integrations/events/events.service";
import { markLeadContacted } from "@/server/leads/leads/lead-marks.service";
import { deleteSends } from "@/server/messaging/sends/sends.service";
import type { Sender, Which } from "@/server/messaging/whatsapp/instances.service";
import { describeProvider } from "@/server/messaging/whatsapp/provider.service";
import type { Leased } from "@/server/platform/jobs/leased-work";

const CHECK_AGAIN_MS = 60_000;
const RECOVERY_LOOK_MS = 5_000;
/**
 * Pauses between two requests to a provider that does not answer, or whose phone is disconnected: they grow with the
 * wait.
 */
const QUESTION_PAUSE_MS = { least: 5_000, most: 45_000 };
/** How often a paused run checks whether the user has decided. */
const PAUSE_CHECK_MS = 24 * 3_600_000;
const HOUR_MS = 3_600_000;
/** A run that could not send for this long ends. A restriction passes by itself, and a pause is the owner's choice. */
const GIVE_UP_HOURS = { trouble: 24, restricted: 7 * 24, paused: 7 * 24 };

export const TROUBLE = {
  not_taken: "O WhatsApp pediu para esperar; a prospecção continua em instantes.",
  disconnected: "WhatsApp desconectado: a prospecção continua quando você reconectar.",
  restricted:
    "O WhatsApp limitou este número: por enquanto ele só responde a quem já escreveu. A prospecção continua quando o limite acabar.",
  templates:
    "A conexão deste WhatsApp só leva modelos aprovados a quem nunca escreveu: a prospecção espera outra conexão.",
  no_templates:
    "Esta prospecção usa modelos aprovados, que só saem pela Cloud API da Meta: ela espera essa conexão.",
  recovering:
    "Faltam conversas deste WhatsApp, e elas estão sendo lidas: a prospecção continua em seguida.",
  history:
    "As conversas deste celular ainda estão chegando do WhatsApp, e nelas pode haver quem pediu para sair: a prospecção começa em seguida, em no máximo 15 minutos.",
  unclear: "O WhatsApp não está respondendo; a prospecção tenta de novo em instantes.",
};

/** A campaign run while this worker holds its lease. */
export interface Run extends Leased {
  campaignId: number;
  /** The number that sends it. */
  which: Which;
}

/** What settling a message needs to know about its run. */
export type RunRef = Pick<Run, "id" | "ownerId" | "leaseNo" | "campaignId">;

/** A run that sends nothing for now, or has ended. All of it is called inside the transaction that locks the run. */
export type Wait =
  | { do: "wait"; until: Date }
  /** Asks the provider whether the phone is connected again, then waits. */
  | { do: "ask"; until: Date }
  | { do: "leave" };

/**
 * A send without an outcome is not sent again; its lead counts as contacted. The campaign is over with the last of the
 * runs of its numbers. Call inside a transaction.
 */
export async function endRun(
  run: RunRef,
  status: "completed" | "stopped" | "error",
  reason: string | null,
): Promise<void> {
  const unknown = await delivery.markOpenSendsUnknown(run.id, UNCONFIRMED);
  for (const { lead_id: leadId } of unknown) {
    if (leadId !== null) await markLeadContacted(run.ownerId, leadId, "sent");
  }
  if (unknown.length > 0) {
    await deleteSends(
      "campaign",
      unknown.map(({ id }) => id),
    );
  }
  // Before its own people are skipped.
  if (status === "error") await leaveToBeside(run);
  if (!(await runs.endRun(run, status, reason))) return;
  const beside = await findEndsBeside(run.ownerId, run);
  if (beside === null) return;
  const ends = [status, ...beside];
  const worst = (["error", "stopped"] as const).find((each) => ends.includes(each)) ?? status;
  await recordEvent(run.ownerId, "campaign_completed", {
    metadata: { activity_id: run.campaignId, status: worst },
  });
}

export const UNCONFIRMED = "Sem confirmação do WhatsApp: pode ter sido enviada";

/** Ends the run, unless a retry or a follow-up is still due. */
export async function finishRun(run: Run, status: "completed" | "stopped"): Promise<Wait> {
  const due = status === "completed" ? await delivery.findNextDue(run) : null;
  if (due) {
    await runs.waitForFollowUp(run, due);
    return { do: "wait", until: due };
  }
  await endRun(run, status, null);
  return { do: "leave" };
}

export async function stayPaused(run: Run, pausedAt: Date): Promise<Wait> {
  if (Date.now() - pausedAt.getTime() > GIVE_UP_HOURS.paused * HOUR_MS) {
    return giveUp(run, "A prospecção ficou pausada por 7 dias e foi encerrada.");
  }
  return { do: "wait", until: new Date(Date.now() + PAUSE_CHECK_MS) };
}

async function giveUp(run: Run, reason: string): Promise<Wait> {
  await endRun(run, "error", reason);
  return { do: "leave" };
}

/**
 * Waits for a provider that does not report the outcome of a message; nobody else is written to meanwhile. A run that
 * should stop, or has waited too long, ends instead: its message then has no outcome.
 */
export async function waitForAnswer(
  run: RunRef,
  { since, stopping }: { since: Date; stopping: boolean },
): Promise<void> {
  if (stopping) return endRun(run, "stopped", null);
  const waitedMs = Date.now() - since.getTime();
  const notice = `O WhatsApp não responde desde ${formatMessageTime(since.toISOString())}`;
  if (waitedMs > GIVE_UP_HOURS.trouble * HOUR_MS) {
    return endRun(run, "error", `A prospecção foi encerrada depois de 24 horas. ${notice}.`);
  }
  const at = new Date(Date.now() + getQuestionPauseMs(waitedMs));
  await runs.setWait(run, at, {
    notice: `${notice}; a prospecção continua quando ele voltar.`,
    cause: "unreachable",
  });
}

function getQuestionPauseMs(waitedMs: number): number {
  const { least, most } = QUESTION_PAUSE_MS;
  return Math.min(most, Math.max(least, waitedMs / 2));
}

export interface Trouble {
  notice: string;
  cause: WaitCause;
  until: Date;
  giveUpHours: number;
  /** The provider may have newer information. */
  asks?: boolean;
}

/** What keeps the number from writing to strangers, while it may still answer. */
export function findRestriction({ restrictedUntil }: Sender, now: Date): Trouble | null {
  if (!restrictedUntil) return null;
  // It may be lifted early, or be replaced by a longer one.
  const until = new Date(Math.min(restrictedUntil.getTime(), now.getTime() + CHECK_AGAIN_MS));
  return {
    notice: TROUBLE.restricted,
    cause: "restricted",
    until,
    giveUpHours: GIVE_UP_HOURS.restricted,
  };
}

/** What keeps the connection from sending at all. */
export function findTrouble(
  sender: Sender | null,
  { now, since, byTemplate }: { now: Date; since: Date | null; byTemplate: boolean },
): Trouble | null {
  const inMs = (ms: number) => new Date(now.getTime() + ms);
  const giveUpHours = GIVE_UP_HOURS.trouble;
  if (!sender?.connected) {
    const until = inMs(getQuestionPauseMs(now.getTime() - (since ?? now).getTime()));
    const [notice, cause] = [TROUBLE.disconnected, "disconnected" as const];
    return { notice, cause, until, giveUpHours, asks: true };
  }
  if (sender.recovering || sender.awaitsHistory || sender.catchingUp) {
    const isPast = sender.awaitsHistory && !sender.recovering;
    const notice = isPast ? TROUBLE.history : TROUBLE.recovering;
    return { notice, cause: "recovering", until: inMs(RECOVERY_LOOK_MS), giveUpHours };
  }
  // The run began at another provider.
  const needed = describeProvider().templates_outside_window;
  if (needed !== byTemplate) {
    const notice = needed ? TROUBLE.templates : TROUBLE.no_templates;
    return { notice, cause: "templates", until: inMs(CHECK_AGAIN_MS), giveUpHours };
  }
  return null;
}

export async function waitInTrouble(
  run: Run,
  locked: runs.LockedRun,
  trouble: Trouble,
): Promise<Wait> {
  const since = locked.trouble_since?.getTime() ?? Date.now();
  // Follow-ups that come days later can also wait for days.
  const giveUpHours = locked.following ? GIVE_UP_HOURS.restricted : trouble.giveUpHours;
  if (Date.now() - since > giveUpHours * HOUR_MS) {
    return giveUp(
      run,
      `A prospecção foi encerrada: por ${giveUpHours / 24 === 1 ? "24 horas" : "7 dias"} nada pôde ser enviado. Último motivo: ${trouble.notice}`,
    );
  }
  await runs.setWait(run, trouble.until, trouble);
  return { do: trouble.asks ? "ask" : "wait", until: trouble.until };
}

export async function hold(run: Run, kept: Hold): Promise<Wait> {
  if ("pause" in kept) {
    await runs.pauseRun(run, kept.pause, kept.askedSenderKey);
    return { do: "wait", until: new Date(Date.now() + PAUSE_CHECK_MS) };
  }
  await runs.setWait(run, kept.until, kept);
  return { do: "wait", until: kept.until };
}
