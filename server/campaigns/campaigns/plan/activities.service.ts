import { AppError } from "@/lib/errors";
import {
  type ActivityRow,
  findActivities,
  findActivity,
  findActivityIds,
  findRuns,
  type ListedActivityRow,
  type RunRow,
} from "@/server/campaigns/campaigns/activities.repository";
import { setTemplates } from "@/server/campaigns/campaigns/campaign-templates.repository";
import { deliverRun } from "@/server/campaigns/campaigns/campaigns.jobs";
import * as repository from "@/server/campaigns/campaigns/campaigns.repository";
import { publishProgress } from "@/server/campaigns/campaigns/engine/progress.service";
import { endRun } from "@/server/campaigns/campaigns/engine/run-waits.service";
import { endSequences, resumeSequences } from "@/server/campaigns/campaigns/follow-ups.repository";
import { getPolicy } from "@/server/campaigns/campaigns/gates/pacing.service";
import { estimateNumbersEnd } from "@/server/campaigns/campaigns/gates/portfolio-room.service";
import {
  confirmCategories,
  isCategoryPause,
} from "@/server/campaigns/campaigns/gates/template-gates.service";
import {
  countPausedCampaigns,
  hasOpenSend,
  pauseRunsOf,
} from "@/server/campaigns/campaigns/runs.repository";
import { cancelScheduled } from "@/server/campaigns/campaigns/scheduled-campaigns.repository";
import { recordEvents } from "@/server/integrations/events/events.service";
import { retractStatedOptIns } from "@/server/messaging/opt-ins/opt-ins.service";
import { refreshTemplatesIfPossible } from "@/server/messaging/templates/template-store.service";
import type { Actor, OwnerId } from "@/server/platform/actor";
import { afterCommit, transaction } from "@/server/platform/db/transaction";
import { enqueue } from "@/server/platform/jobs/enqueue";
import { toActivity } from "./campaigns.mapper";

const LISTED = 100;

/** With `before` the campaigns created before that one; without it the latest, and all that run or are planned. */
export async function listActivities(actor: Actor, before: number | null = null) {
  const found = await findActivityIds(actor, before, LISTED + 1);
  const ids = found.slice(0, LISTED);
  const rows = await findActivities(actor, ids, before === null ? LISTED : 0);
  const next = found.length > LISTED ? (ids.at(-1) ?? null) : null;
  return { activities: rows.map(toActivity), next };
}

/** A campaign with its runs and when the running one is expected to end. @throws AppError not_found */
export async function getActivity(actor: Actor, campaignId: number) {
  const row = await getRow(actor.ownerId, campaignId);
  const runs = await findRuns(actor.ownerId, campaignId, LISTED);
  const active = runs.filter(({ status }) => status === "pending" || status === "running");
  // Follow-ups have no predictable end: it depends on who does not answer.
  const isOpen = active.length > 0 && !row.paused_at && !row.following;
  const end = isOpen ? await estimate(actor.ownerId, row, active) : null;
  return { activity: toActivity(row), runs, expected_end_at: end };
}

/**
 * Stops a running campaign before its next message; at once while no worker holds it. Its later occurrences are
 * cancelled.
 * @throws AppError not_found, activity_over
 */
export async function stopActivity(actor: Actor, campaignId: number) {
  const { next_run_at } = await getRow(actor.ownerId, campaignId);
  await transaction(async () => {
    const stopping = await repository.requestStop(actor.ownerId, campaignId);
    if (stopping.length === 0) throw new AppError("activity_over", next_run_at ? NOT_STARTED : "");
    for (const { id, lease_no: leaseNo, free } of stopping) {
      if (free && !(await hasOpenSend(id))) {
        await endRun({ id, leaseNo, ownerId: actor.ownerId, campaignId }, "stopped", null);
      } else afterCommit(() => enqueue(deliverRun, { id, leaseNo }));
    }
  });
  await publishProgress(actor.ownerId, campaignId);
  return answer(actor, campaignId);
}

const NOT_STARTED = "Esta prospecção ainda não começou: cancele o agendamento.";

/**
 * Undoes the start of a campaign of which nothing has gone out. Returns the campaign as it was; it no longer exists.
 * @throws AppError not_found, activity_over when a message has gone out
 */
export async function undoStart(actor: Actor, campaignId: number) {
  const { activity } = await answer(actor, campaignId);
  await transaction(async () => {
    if (!(await repository.deleteUnsent(actor.ownerId, campaignId))) {
      throw new AppError("activity_over", TOO_LATE);
    }
    await retractStatedOptIns(actor.ownerId, campaignId);
    await recordCancelled(actor.ownerId, [campaignId]);
  });
  return { activity };
}

const TOO_LATE = "Tarde demais para desfazer: use Encerrar para que nada mais saia.";

const PAUSED =
  "Pausada por você: continue quando quiser. Depois de 7 dias em pausa ela é encerrada.";

/**
 * Pauses a running campaign before its next message.
 * @throws AppError not_found, activity_over when it does not run or is paused already
 */
export async function pauseActivity(actor: Actor, campaignId: number) {
  const row = await getRow(actor.ownerId, campaignId);
  // Repeated as a whole where one of its runs is just ending.
  const paused = await transaction(() =>
    repository.pauseByPerson(actor.ownerId, campaignId, PAUSED),
  );
  if (!paused) {
    throw new AppError("activity_over", row.paused_at ? ALREADY_PAUSED : NOT_RUNNING);
  }
  await publishProgress(actor.ownerId, campaignId);
  return answer(actor, campaignId);
}

const ALREADY_PAUSED = "Esta prospecção já está pausada.";
const NOT_RUNNING = "Esta prospecção não está em execução.";

/** Continues a campaign that was paused. @throws AppError not_found, activity_over when it is not paused */
export async function resumeActivity(actor: Actor, campaignId: number) {
  const row = await getRow(actor.ownerId, campaignId);
  if (row.templates) await refreshTemplatesIfPossible(actor.ownerId);
  const resumed = await transaction(async () => {
    if (row.templates && isCategoryPause(row.notice)) {
      const confirmed = await confirmCategories(actor.ownerId, row.templates);
      await setTemplates(actor.ownerId, campaignId, confirmed);
    }
    return repository.resumeRuns(actor.ownerId, campaignId);
  });
  if (resumed.length === 0)
    throw new AppError("activity_over", "Esta prospecção não está pausada.");
  for (const { id, lease_no: leaseNo } of resumed) await enqueue(deliverRun, { id, leaseNo });
  await publishProgress(actor.ownerId, campaignId);
  return answer(actor, campaignId);
}

/** Cancels a scheduled campaign. @throws AppError not_found, activity_over when it is not scheduled */
export async function cancelActivity(actor: Actor, campaignId: number) {
  await getRow(actor.ownerId, campaignId);
  await transaction(async () => {
    if (!(await cancelScheduled(actor.ownerId, campaignId))) {
      throw new AppError("activity_over", "Só uma prospecção agendada pode ser cancelada.");
    }
    await recordCancelled(actor.ownerId, [campaignId]);
  });
  await publishProgress(actor.ownerId, campaignId);
  return answer(actor, campaignId);
}

/** Deletes a campaign that is not running. @throws AppError not_found, conflict while it runs */
export async function removeActivity(actor: Actor, campaignId: number) {
  await getRow(actor.ownerId, campaignId);
  if (!(await transaction(() => repository.hideCampaign(actor.ownerId, campaignId)))) {
    throw new AppError("conflict", "Pare a prospecção antes de excluí-la.");
  }
  return { message: "Atividade excluída com sucesso!" };
}

const SEQUENCE_DAYS_AFTER_PRO = 7;
const PLAN_ENDED = "O plano PRO terminou: esta prospecção agendada foi cancelada.";

/**
 * Applies a change of the plan to campaigns. Without PRO, scheduled campaigns are cancelled and running ones continue;
 * their sequences send only what is planned already, for at most seven days. Returns how many were cancelled. Joins the
 * current transaction.
 */
export async function followPlan(ownerId: OwnerId, { isPro }: { isPro: boolean }): Promise<number> {
  if (isPro) {
    await resumeSequences(ownerId);
    return 0;
  }
  await endSequences(ownerId, SEQUENCE_DAYS_AFTER_PRO);
  const cancelled = await repository.cancelAllScheduled(ownerId, PLAN_ENDED);
  await recordCancelled(ownerId, cancelled);
  for (const id of cancelled) afterCommit(() => publishProgress(ownerId, id));
  return cancelled.length;
}

async function recordCancelled(ownerId: OwnerId, campaignIds: readonly number[]): Promise<void> {
  const events = campaignIds.map((id) => ({ metadata: { activity_id: id } }));
  if (events.length > 0) await recordEvents(ownerId, "campaign_cancelled", events);
}

/** Call for a deactivated account. */
export function stopAllActivities(ownerId: OwnerId): Promise<void> {
  return repository.requestStopOfAll(ownerId);
}

/** Pauses running campaigns until their owner continues them. Joins the current transaction. */
export async function pauseAllActivities(ownerId: OwnerId, notice: string): Promise<void> {
  const paused = await pauseRunsOf(ownerId, notice);
  for (const id of paused) afterCommit(() => publishProgress(ownerId, id));
}

/** Campaigns that run and wait for their owner. */
export function countPausedActivities(ownerId: OwnerId): Promise<number> {
  return countPausedCampaigns(ownerId);
}

async function getRow(ownerId: OwnerId, campaignId: number): Promise<ListedActivityRow> {
  const row = await findActivity(ownerId, campaignId);
  if (!row) throw new AppError("not_found");
  return row;
}

async function answer(actor: Actor, campaignId: number) {
  return { activity: toActivity(await getRow(actor.ownerId, campaignId)) };
}

async function estimate(
  ownerId: OwnerId,
  row: ActivityRow,
  active: readonly RunRow[],
): Promise<Date | null> {
  const now = new Date();
  const pending = active.reduce((sum, run) => sum + run.pending, 0);
  if (pending === 0) return now;
  const next = row.next_send_at && row.next_send_at > now ? row.next_send_at : now;
  const campaign = { count: pending, now, start: next };
  const numberIds = active.flatMap(({ number_id }) => number_id ?? []);
  return estimateNumbersEnd(ownerId, numberIds, getPolicy(row.pacing), campaign);
}
