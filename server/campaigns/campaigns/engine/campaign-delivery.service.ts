import { toSendAddress } from "@/lib/domain/messages/chat-key";
import { deliverRun } from "@/server/campaigns/campaigns/campaigns.jobs";
import {
  findCampaignId,
  findProgress,
  runLeases,
} from "@/server/campaigns/campaigns/runs.repository";
import { readPortfolioLimit } from "@/server/messaging/portfolios/portfolios.service";
import { refreshConnection } from "@/server/messaging/whatsapp/connection.service";
import {
  sendTemplateFrom,
  sendTextFrom,
  setTyping,
} from "@/server/messaging/whatsapp/messaging.service";
import { refreshQuota } from "@/server/messaging/whatsapp/new-chat-quotas.service";
import { checkNumber, recheckNumber } from "@/server/messaging/whatsapp/number-check.service";
import { transaction } from "@/server/platform/db/transaction";
import type { Advance, Leased, LeasedWork } from "@/server/platform/jobs/leased-work";
import { logger } from "@/server/platform/logger";
import { settleAccepted, settleOutcome } from "./delivery-outcome.service";
import { decideNextStep, type Step } from "./next-step.service";
import { publishRunProgress } from "./progress.service";
import { endRun, type Run } from "./run-waits.service";

/** A shorter pause is awaited here; a longer one ends the job, so that another run can use its slot. */
const SHORT_PAUSE_MS = 200;
const SLICE_MS = 5_000;

/** Delivers campaign runs, one message at a time, each decision one transaction. */
export const campaignRunWork: LeasedWork<typeof deliverRun> = {
  job: deliverRun,
  // A run mostly waits, for the provider and for its turn; runs that decide at the same time share one transaction.
  concurrency: () => 64,
  leases: runLeases,
  firstRetryMs: 2_000,
  failure: "A prospecção parou por um erro nosso. Ninguém recebeu a mesma mensagem duas vezes.",
  advance,
  end,
  publishProgress: ({ id }) => publishRunProgress(id),
};

const ENDED: Advance = { state: "ended" };

async function advance(leased: Leased): Promise<Advance> {
  const progress = await findProgress(leased.ownerId, leased.id);
  if (progress === null) return ENDED;
  const which = progress.instanceId ?? "default";
  const run: Run = { ...leased, campaignId: progress.campaignId, which };
  // A scheduled campaign may have been created days ago: WhatsApp's limits are read again before its first message.
  if (!progress.begun) await refreshLimits(run);
  const sliceEnd = Date.now() + SLICE_MS;
  const checked = new Set<number>();
  while (!leased.signal.aborted) {
    const step = await decideNextStep({ run, checked });
    if (step.do === "leave") return ENDED;
    if (step.do === "check") checked.add(step.recipient.id);
    await carryOut(run, step);
    const waitMs = "until" in step ? step.until.getTime() - Date.now() : 0;
    if (waitMs > SHORT_PAUSE_MS || Date.now() > sliceEnd) {
      return { state: "paused", resumeAt: new Date(Date.now() + Math.max(0, waitMs)) };
    }
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    leased.reportProgress();
  }
  return ENDED;
}

/** The answers are stored, and read before each message. Without a new one the earlier answer holds. */
async function refreshLimits({ ownerId, which }: Run): Promise<void> {
  try {
    await Promise.all([refreshQuota(ownerId, which), readPortfolioLimit(ownerId)]);
  } catch (error) {
    logger.warn({ ownerId, err: error }, "limits not asked");
  }
}

async function carryOut(run: Run, step: Step): Promise<void> {
  if (step.do === "ask") return refreshConnection(run.ownerId, run.which);
  if (step.do === "send") return sendMessage(run, step);
  if (step.do === "check") {
    await (step.again ? recheckNumber : checkNumber)(run.ownerId, step.recipient.number, run.which);
  }
  if (step.do === "type") {
    // The provider may answer only when the typing is over, and the message does not depend on it.
    const shown = { chatId: step.chatId, typing: true, lastReceivedId: null };
    setTyping({ ownerId: run.ownerId, instanceId: step.instanceId }, shown).catch(
      (error: unknown) => logger.debug({ err: error }, "typing not shown"),
    );
  }
}

async function end(leased: Leased, how: "stopped" | "error", reason: string): Promise<void> {
  await transaction(async () => {
    if (!(await runLeases.lock(leased.id, leased.leaseNo))) return;
    const campaignId = (await findCampaignId(leased.ownerId, leased.id)) ?? 0;
    await endRun({ ...leased, campaignId }, how, how === "error" ? reason : null);
  });
}

async function sendMessage(
  run: Run,
  {
    recipient,
    messageId,
    text,
    filled,
    sender: { instance },
    next: drawn,
  }: Extract<Step, { do: "send" }>,
): Promise<void> {
  const pauseMs = drawn.at.getTime() - Date.now();
  const number = toSendAddress(recipient.address ?? recipient.number);
  const message = { number, text, messageId };
  const outcome = filled
    ? await sendTemplateFrom(instance, { number, messageId, ...filled })
    : await sendTextFrom(instance, message, { toStranger: recipient.first_contact });
  // The pause starts again when the outcome is known.
  const next = { ...drawn, at: new Date(Date.now() + Math.max(0, pauseMs)) };
  const sending = {
    id: recipient.id,
    lead_id: recipient.lead_id,
    number: recipient.number,
    text,
    attempts: recipient.attempts + 1,
  };
  if (outcome.outcome === "accepted") {
    await settleAccepted({ run, sending, instanceId: instance.id, accepted: outcome, next });
  } else await settleOutcome(run, sending, outcome, next);
}
