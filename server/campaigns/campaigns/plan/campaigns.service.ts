import type { z } from "zod/mini";
import type { StartProspecting } from "@/lib/contracts/campaigns/campaigns";
import { type Recurrence, type RunKind, SCHEDULE_MAX_DAYS } from "@/lib/domain/campaigns/campaign";
import { describeCampaignTemplate } from "@/lib/domain/campaigns/campaign-template";
import { hasOpening } from "@/lib/domain/campaigns/pacing";
import { findNextOccurrence, parseScheduledTime } from "@/lib/domain/campaigns/recurrence";
import { isPro } from "@/lib/domain/plans/plan";
import { AppError } from "@/lib/errors";
import { requireMessageCredits } from "@/server/accounts/credits/credits.service";
import { findActivity } from "@/server/campaigns/campaigns/activities.repository";
import {
  type AudienceChoice,
  addRecipients,
  type Maker,
} from "@/server/campaigns/campaigns/audience.repository";
import { findPhoneKeys } from "@/server/campaigns/campaigns/campaign-templates.repository";
import { deliverRun } from "@/server/campaigns/campaigns/campaigns.jobs";
import * as repository from "@/server/campaigns/campaigns/campaigns.repository";
import { getPolicy } from "@/server/campaigns/campaigns/gates/pacing.service";
import {
  completeEmptyRuns,
  createRuns,
  type RunOfNumber,
} from "@/server/campaigns/campaigns/new-runs.repository";
import { updateScheduled } from "@/server/campaigns/campaigns/scheduled-campaigns.repository";
import { replaceSteps } from "@/server/campaigns/campaigns/steps.repository";
import { recordEvent } from "@/server/integrations/events/events.service";
import { requireKnownVariables } from "@/server/leads/own-fields/own-variables.service";
import { recordStatedOptIns } from "@/server/messaging/opt-ins/opt-ins.service";
import type { Actor, OwnerId } from "@/server/platform/actor";
import { afterCommit, transaction } from "@/server/platform/db/transaction";
import { enqueue } from "@/server/platform/jobs/enqueue";
import { getRequestId } from "@/server/platform/work";
import { explainEmptyAudience, readAudience } from "./audience.service";
import { readNumbers, requireSenders } from "./campaign-numbers.service";
import { readTemplates } from "./campaign-templates.service";
import { toActivity } from "./campaigns.mapper";
import { readSteps } from "./steps.service";

type CampaignInput = z.output<typeof StartProspecting>;

const DAY_MS = 24 * 3_600_000;

/**
 * Starts a campaign now, its recipients chosen and stored before this returns, or stores it for its time.
 * @throws AppError pro_required, not_found, invalid_input, whatsapp_disconnected, message_refused, prospecting_active,
 * insufficient_credits
 */
export async function startProspecting(actor: Actor, input: CampaignInput) {
  const choice = await readChoice(actor, input);
  if (choice.nextRunAt) {
    const activityId = await transaction(async () => {
      const id = await createCampaign(actor, choice);
      const metadata = { activity_id: id, name: choice.name };
      await recordEvent(actor.ownerId, "campaign_scheduled", { metadata });
      return id;
    });
    return {
      activity_id: activityId,
      message: "Prospecção agendada com sucesso!",
      scheduled_datetime: choice.nextRunAt,
      recipients: null,
    };
  }
  const { instanceIds } = choice;
  await requireSenders(actor.ownerId, instanceIds, choice.templates !== null);
  const { listIds, leadIds, tagIds, repeatLeads, exceptIds } = choice;
  const audience = { listIds, leadIds, tagIds, repeatLeads, exceptIds };
  const started = await transaction(async () => {
    const campaignId = await createCampaign(actor, choice);
    const recipients = await startRuns(actor, {
      campaignId,
      instanceIds,
      numLeads: choice.numLeads,
      variants: choice.messages.length,
      due: new Date(),
      audience,
      optIn: choice.optIn,
      undoSeconds: input.undo_seconds ?? 0,
    });
    if (recipients === null) throw new AppError("prospecting_active");
    await requireMessageCredits(actor.ownerId, recipients);
    if (recipients === 0) {
      const reason = await explainEmptyAudience(actor, audience);
      throw new AppError("invalid_input", reason, { fields: { num_leads: reason } });
    }
    return { campaignId, recipients };
  });
  return {
    activity_id: started.campaignId,
    message: "Mensagens enviadas com sucesso!",
    scheduled_datetime: null,
    recipients: started.recipients,
  };
}

/** Call inside a transaction. */
async function createCampaign(actor: Actor, choice: repository.CampaignChoice): Promise<number> {
  const campaignId = await repository.createCampaign(actor, choice);
  if (choice.steps.length > 0) await replaceSteps(actor.ownerId, campaignId, choice.steps);
  return campaignId;
}

/**
 * Changes a scheduled campaign, which stays scheduled.
 * @throws AppError like startProspecting; activity_over when it is not scheduled
 */
export async function editActivity(actor: Actor, campaignId: number, input: CampaignInput) {
  const activity = await findActivity(actor.ownerId, campaignId);
  if (!activity) throw new AppError("not_found");
  // Checked before the input: for a campaign that has begun, no input would be valid.
  if (activity.next_run_at === null) throw notScheduled();
  const choice = await readChoice(actor, { ...input, scheduled: true });
  if (!choice.nextRunAt) throw new AppError("invalid_input", "", { fields: { ...NO_DATE } });
  await transaction(async () => {
    if (!(await updateScheduled(actor, campaignId, choice))) {
      throw notScheduled();
    }
    await replaceSteps(actor.ownerId, campaignId, choice.steps);
  });
  const row = await findActivity(actor.ownerId, campaignId);
  if (!row) throw new AppError("not_found");
  return { activity: toActivity(row) };
}

const notScheduled = () =>
  new AppError("activity_over", "Só uma prospecção agendada pode ser alterada.");

/**
 * Creates a campaign's runs, one for each of its numbers, with their recipients, inside the caller's transaction, and
 * enqueues them after the commit. Returns the number of recipients, or null when one of the numbers has an active run.
 */
export async function startRuns(
  by: Maker,
  run: {
    campaignId: number;
    instanceIds: readonly number[];
    numLeads: number;
    variants: number;
    due: Date;
    audience: AudienceChoice;
    optIn?: boolean;
    /** For how long nobody is written to. */
    undoSeconds?: number;
    requestId?: string | null;
  },
): Promise<number | null> {
  return openRuns(by.ownerId, { ...run, kind: "audience" }, (created) =>
    addRecipients(by, created, run, run.audience),
  );
}

/**
 * Like startRuns, with recipients of the caller's choosing. `optIn`: records that they allowed offers. `requestId`: the
 * id of the request that scheduled it, which ended long ago.
 */
export async function openRuns(
  ownerId: OwnerId,
  run: {
    campaignId: number;
    instanceIds: readonly (number | null)[];
    due: Date;
    kind: RunKind;
    optIn?: boolean;
    undoSeconds?: number;
    requestId?: string | null;
  },
  addTo: (runs: readonly RunOfNumber[]) => Promise<number>,
): Promise<number | null> {
  const runs = await createRuns(ownerId, run.campaignId, {
    instanceIds: run.instanceIds.length > 0 ? run.instanceIds : [null],
    scheduledFor: run.due,
    kind: run.kind,
    undoSeconds: run.undoSeconds ?? 0,
    requestId: run.requestId ?? getRequestId() ?? null,
  });
  if (runs.length === 0) return null;
  const recipients = await addTo(runs);
  if (recipients === 0) {
    await completeEmptyRuns(runs);
    return 0;
  }
  if (run.optIn) {
    const runIds = runs.map(({ id }) => id);
    await recordStatedOptIns(ownerId, run.campaignId, await findPhoneKeys(ownerId, runIds));
  }
  await recordEvent(ownerId, "campaign_started", {
    metadata: { activity_id: run.campaignId, leads: recipients },
  });
  const origin = run.requestId ? { requestId: run.requestId } : {};
  for (const { id } of runs) {
    afterCommit(() => enqueue(deliverRun, { id, leaseNo: 0, ...origin }));
  }
  return recipients;
}

const NO_DATE = {
  scheduled_datetime: "Selecione uma data e hora para agendar a prospecção!",
};

/** The user's choices, checked against the plan, the calendar and the installation's pacing. */
async function readChoice(actor: Actor, input: CampaignInput): Promise<repository.CampaignChoice> {
  const recurrence = readRecurrence(input);
  requirePlan(actor, input);
  const audience = await readAudience(actor.ownerId, input);
  const pacing = input.pacing ?? {};
  if (!hasOpening(getPolicy(pacing))) {
    throw invalidField(
      "pacing.window_from",
      "Neste horário e nestes dias nada pode ser enviado. Escolha um horário dentro do permitido.",
    );
  }
  const templates = input.templates && (await readTemplates(actor.ownerId, input.templates));
  const texts = (input.messages ?? []).map((text, at) => [`messages.${at}`, text] as const);
  await requireKnownVariables(actor.ownerId, Object.fromEntries(texts));
  const first = input.scheduled ? readFirstTime(input.scheduled_datetime ?? "") : null;
  return {
    name: input.name || null,
    numLeads: input.num_leads,
    messages: templates?.map(describeCampaignTemplate) ?? input.messages ?? [],
    templates: templates ?? null,
    optIn: templates != null && (input.opt_in ?? false),
    legalBasis: input.legal_basis ?? null,
    instanceIds: await readNumbers(actor.ownerId, input),
    listIds: [...audience.listIds],
    leadIds: [...audience.leadIds],
    tagIds: [...audience.tagIds],
    repeatLeads: audience.repeatLeads,
    exceptIds: [...audience.exceptIds],
    // Nothing can be added to an approved text.
    optOutLine: !templates && (input.opt_out_line ?? false),
    pacing,
    steps: await readSteps(actor, input.steps ?? [], pacing),
    scheduledAt: first,
    nextRunAt: first && findNextOccurrence({ firstAt: first, recurrence }, new Date()),
    recurrence: first ? recurrence : "none",
    requestId: getRequestId() ?? null,
  };
}

function readRecurrence({ recurrence_type, weekly_scheduled }: CampaignInput): Recurrence {
  if (recurrence_type && recurrence_type !== "none") return recurrence_type;
  return weekly_scheduled ? "weekly" : "none";
}

/** @throws AppError pro_required */
function requirePlan(actor: Actor, input: CampaignInput): void {
  if (isPro(actor.plan)) return;
  const features = [
    input.scheduled && "agendamento",
    input.repeat_leads && "repetição de leads",
    (input.list_ids ?? []).length > 0 && "escolha de listas",
    (input.tag_ids ?? []).length > 0 && "escolha de etiquetas",
    (input.lead_ids ?? []).length > 0 && "escolha de leads",
  ].filter(Boolean);
  if (features.length > 0) {
    throw new AppError("pro_required", `PRO feature: ${features.join(", ")}.`);
  }
}

function readFirstTime(text: string): Date {
  const at = parseScheduledTime(text);
  if (!at) throw new AppError("invalid_input", "", { fields: { ...NO_DATE } });
  const aheadMs = at.getTime() - Date.now();
  if (aheadMs <= 0) {
    throw invalidField("scheduled_datetime", "A data e hora agendada deve ser no futuro!");
  }
  if (aheadMs > SCHEDULE_MAX_DAYS * DAY_MS) {
    throw invalidField("scheduled_datetime", "Agende para no máximo um ano à frente.");
  }
  return at;
}

function invalidField(field: string, message: string): AppError {
  return new AppError("invalid_input", message, { fields: { [field]: message } });
}
