import type { z } from "zod/mini";
import type { steps as contracts, Step } from "@/lib/contracts/campaigns/steps";
import type { CampaignPacing } from "@/lib/domain/campaigns/pacing";
import {
  type FollowUpStep,
  findStepCalendar,
  findStepTime,
  hasStepOpening,
} from "@/lib/domain/campaigns/sequence";
import { isPro } from "@/lib/domain/plans/plan";
import { AppError } from "@/lib/errors";
import {
  findActivity,
  type ListedActivityRow,
} from "@/server/campaigns/campaigns/activities.repository";
import { deliverRun } from "@/server/campaigns/campaigns/campaigns.jobs";
import { publishProgress } from "@/server/campaigns/campaigns/engine/progress.service";
import {
  continueFollowUp,
  endFollowUp,
  insertFollowUps,
} from "@/server/campaigns/campaigns/follow-ups.repository";
import { getPolicy } from "@/server/campaigns/campaigns/gates/pacing.service";
import { findCampaignOfRecipient } from "@/server/campaigns/campaigns/retries.repository";
import * as repository from "@/server/campaigns/campaigns/steps.repository";
import { findDaysOff } from "@/server/campaigns/days-off/days-off.service";
import { requireKnownVariables } from "@/server/leads/own-fields/own-variables.service";
import type { Actor, OwnerId } from "@/server/platform/actor";
import { afterCommit, transaction } from "@/server/platform/db/transaction";
import { enqueue } from "@/server/platform/jobs/enqueue";

type StepInput = z.output<typeof Step>;

const NONE: ReadonlySet<string> = new Set();
const REMOVED = "Este passo foi retirado da sequência";
const ENDED = "Sequência encerrada por você para esta pessoa";

/**
 * Steps as the user writes them, checked against the plan and the hours in which the campaign may write.
 * @throws AppError pro_required, invalid_input
 */
export async function readSteps(
  actor: Actor,
  input: readonly StepInput[],
  pacing: CampaignPacing,
): Promise<FollowUpStep[]> {
  if (input.length === 0) return [];
  if (!isPro(actor.plan))
    throw new AppError("pro_required", "PRO feature: sequência de mensagens.");
  const texts = input.flatMap(({ messages }, at) =>
    messages.map((text, index) => [`steps.${at}.messages.${index}`, text] as const),
  );
  await requireKnownVariables(actor.ownerId, Object.fromEntries(texts));
  return input.map(({ messages, wait_days, window_from, window_to }, at) => {
    const step = {
      messages,
      wait_days,
      window_from: window_from ?? undefined,
      window_to: window_to ?? undefined,
    };
    if (hasStepOpening(findStepCalendar(step, getPolicy(pacing), NONE))) return step;
    throw new AppError("invalid_input", NO_HOUR, {
      fields: { [`steps.${at}.window_from`]: NO_HOUR },
    });
  });
}

const NO_HOUR = "Neste horário nada pode ser enviado. Escolha um horário dentro do permitido.";

/** The later steps of a campaign, with how many people wait for each. @throws AppError not_found */
export async function listSteps({ ownerId }: Actor, campaignId: number) {
  const campaign = await requireCampaign(ownerId, campaignId);
  const people = await repository.countPeopleByStep(ownerId, campaignId);
  return {
    steps: campaign.steps.map((step, at) => {
      const { waiting = 0, sent = 0 } = people.find((each) => each.step === at + 2) ?? {};
      return { ...step, step: at + 2, waiting, sent };
    }),
  };
}

/**
 * Changes the later steps of a campaign that is scheduled or runs. People who wait for a step get its new text, at its
 * new time; people who have had the last step continue with an added one. Returns the steps, and how many waiting
 * people are affected.
 * @throws AppError not_found, activity_over, conflict, pro_required, invalid_input
 */
export async function changeSteps(actor: Actor, campaignId: number, input: readonly StepInput[]) {
  const campaign = await requireCampaign(actor.ownerId, campaignId);
  const steps = await readSteps(actor, input, campaign.pacing);
  if (campaign.templates && steps.length > 0) {
    throw new AppError("invalid_input", ONLY_TEXTS, { fields: { steps: ONLY_TEXTS } });
  }
  const daysOff = await findDaysOff(actor.ownerId);
  const changed = await transaction(async () => {
    const runIds = await repository.lockActiveRuns(actor.ownerId, campaignId);
    if (runIds.length === 0 && !campaign.next_run_at) throw new AppError("activity_over");
    await repository.replaceSteps(actor.ownerId, campaignId, steps);
    if (runIds.length === 0) return 0;
    const people = await applyToRuns(runIds, { before: campaign, steps, daysOff });
    const woken = await repository.wakeRuns(actor.ownerId, runIds);
    for (const { id, lease_no } of woken) {
      afterCommit(() => enqueue(deliverRun, { id, leaseNo: lease_no }));
    }
    afterCommit(() => publishProgress(actor.ownerId, campaignId));
    return people;
  });
  return { ...(await listSteps(actor, campaignId)), changed };
}

const ONLY_TEXTS = "Sequências valem só para mensagens de texto, não para modelos aprovados.";

async function applyToRuns(
  runIds: readonly number[],
  change: {
    before: Pick<ListedActivityRow, "steps" | "pacing">;
    steps: readonly FollowUpStep[];
    daysOff: ReadonlySet<string>;
  },
): Promise<number> {
  const { before, steps, daysOff } = change;
  const removed = await repository.skipRemovedSteps(runIds, steps.length + 1, REMOVED);
  const isOther = (step: number) =>
    JSON.stringify(toComparable(before.steps[step - 2])) !==
    JSON.stringify(toComparable(steps[step - 2]));
  const policy = getPolicy(before.pacing);
  const findTime = (step: FollowUpStep, after: Date) =>
    findStepTime(findStepCalendar(step, policy, daysOff), {
      after,
      waitDays: step.wait_days,
      draw: Math.random(),
    });
  const waiting = (await repository.findWaiting(runIds)).filter(({ step }) => isOther(step));
  const moved = waiting.flatMap(({ id, step, settled_at }) => {
    const [now, old] = [steps[step - 2], before.steps[step - 2]];
    if (!now || hasSameTime(now, old)) return [];
    const at = findTime(now, settled_at);
    return at ? [{ id, at }] : [];
  });
  if (moved.length > 0) await repository.setDueTimes(moved);
  const added: { recipientId: number; dueAt: Date }[] = [];
  for (const { id, step } of await repository.findAtEnd(runIds)) {
    const next = steps[step - 1];
    const dueAt = next && findTime(next, new Date());
    if (dueAt) added.push({ recipientId: id, dueAt });
  }
  if (added.length > 0) await insertFollowUps(added);
  return removed + waiting.length + added.length;
}

type ComparableStep = Pick<FollowUpStep, "messages" | "wait_days"> & {
  window_from?: string | null | undefined;
  window_to?: string | null | undefined;
};

function toComparable(step: ComparableStep | undefined) {
  if (!step) return null;
  return [step.messages, step.wait_days, step.window_from ?? null, step.window_to ?? null];
}

function hasSameTime(now: ComparableStep, old: ComparableStep | undefined): boolean {
  const time = (step: ComparableStep) =>
    JSON.stringify([step.wait_days, step.window_from ?? null, step.window_to ?? null]);
  return old !== undefined && time(now) === time(old);
}

/** The earliest dates of a sequence's steps for one person who does not answer. */
export async function previewDates(
  { ownerId }: Actor,
  { steps, pacing, starts_at }: z.output<typeof contracts.dates.body>,
) {
  const daysOff = await findDaysOff(ownerId);
  const policy = getPolicy(pacing ?? {});
  let after: Date | null = starts_at ? new Date(starts_at) : new Date();
  const dates: (Date | null)[] = [];
  for (const { wait_days: waitDays, window_from, window_to } of steps) {
    const hours = { window_from: window_from ?? undefined, window_to: window_to ?? undefined };
    const calendar = findStepCalendar(hours, policy, daysOff);
    after = after && findStepTime(calendar, { after, waitDays, draw: 0 });
    dates.push(after);
  }
  return { dates };
}

/**
 * Continues a sequence for a person who reacted.
 * @throws AppError not_found, conflict where no reaction holds it back
 */
export async function continueSequence(actor: Actor, recipientId: number) {
  const campaign = await requireCampaignOf(actor.ownerId, recipientId);
  await transaction(async () => {
    // Due now: outside of its hours it waits for the next ones.
    const went = await continueFollowUp(actor.ownerId, recipientId, new Date());
    if (!went) throw new AppError("conflict", "Esta mensagem não espera uma decisão sua.");
    const woken = await repository.wakeRuns(actor.ownerId, [went.run_id]);
    for (const { id, lease_no } of woken) {
      afterCommit(() => enqueue(deliverRun, { id, leaseNo: lease_no }));
    }
    afterCommit(() => publishProgress(actor.ownerId, campaign.id));
  });
  return { message: "A sequência continua para esta pessoa." };
}

/** Ends a sequence for one person. @throws AppError not_found, conflict where no further message is planned */
export async function endSequence(actor: Actor, recipientId: number) {
  const campaign = await requireCampaignOf(actor.ownerId, recipientId);
  if (!(await endFollowUp(actor.ownerId, recipientId, ENDED))) {
    throw new AppError("conflict", "Nada mais seria enviado a esta pessoa.");
  }
  await publishProgress(actor.ownerId, campaign.id);
  return { message: "Nada mais será enviado a esta pessoa nesta campanha." };
}

async function requireCampaign(ownerId: OwnerId, campaignId: number): Promise<ListedActivityRow> {
  const campaign = await findActivity(ownerId, campaignId);
  if (!campaign) throw new AppError("not_found");
  return campaign;
}

async function requireCampaignOf(ownerId: OwnerId, recipientId: number) {
  const campaignId = await findCampaignOfRecipient(ownerId, recipientId);
  if (campaignId === null) throw new AppError("not_found");
  return requireCampaign(ownerId, campaignId);
}
