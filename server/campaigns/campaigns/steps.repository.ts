import type { FollowUpStep } from "@/lib/domain/campaigns/sequence";
import type { OwnerId } from "@/server/platform/actor";
import { WAKE } from "@/server/platform/db/lease-queries";
import { prisma } from "@/server/platform/db/prisma";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";

/** Replaces the steps of a campaign after its first messages. Call inside a transaction. */
export async function replaceSteps(
  ownerId: OwnerId,
  campaignId: number,
  steps: readonly FollowUpStep[],
): Promise<void> {
  const where = { owner_id: ownerId, campaign_id: campaignId };
  const before = await prisma.campaignStep.findMany({
    where,
    select: { step: true, messages: true, texts_changed_at: true },
  });
  // Uses the clock that also dates sent messages.
  const clock = await firstRow<{ now: Date }>(sql`SELECT clock_timestamp() AS now`);
  const findChange = (step: number, messages: readonly string[]) => {
    const same = before.find((each) => each.step === step && isSame(each.messages, messages));
    return (same ? same.texts_changed_at : clock?.now) ?? null;
  };
  await prisma.campaignStep.deleteMany({ where });
  if (steps.length === 0) return;
  await prisma.campaignStep.createMany({
    data: steps.map(({ window_from, window_to, ...step }, at) => ({
      ...step,
      owner_id: ownerId,
      campaign_id: campaignId,
      step: at + 2,
      window_from: window_from ?? null,
      window_to: window_to ?? null,
      texts_changed_at: findChange(at + 2, step.messages),
    })),
  });
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, at) => text === other[at]);
}

/** How many people wait for each step of a campaign, and how many got it. */
export function countPeopleByStep(
  ownerId: OwnerId,
  campaignId: number,
): Promise<{ step: number; waiting: number; sent: number }[]> {
  return rows(
    sql`SELECT p.step, (count(*) FILTER (WHERE p.state = 'pending'))::int AS waiting,
               (count(*) FILTER (WHERE p.state IN ('sending', 'sent', 'unknown', 'failed')))::int AS sent
        FROM campaign_recipients p JOIN campaign_runs r ON r.id = p.run_id
        WHERE p.owner_id = ${ownerId} AND r.campaign_id = ${campaignId} AND r.status IN ('pending', 'running')
        GROUP BY p.step ORDER BY p.step`,
  );
}

/**
 * The running runs of a campaign, locked until the transaction ends, so that none of its messages is claimed meanwhile.
 */
export async function lockActiveRuns(ownerId: OwnerId, campaignId: number): Promise<number[]> {
  const locked = await rows<{ id: number }>(
    sql`SELECT id FROM campaign_runs
        WHERE owner_id = ${ownerId} AND campaign_id = ${campaignId} AND status IN ('pending', 'running') AND stop_at IS NULL
        ORDER BY id FOR NO KEY UPDATE`,
  );
  return locked.map(({ id }) => id);
}

/** Makes runs check at once what is due. Returns their lease numbers, new where no worker holds them. */
export function wakeRuns(
  ownerId: OwnerId,
  runIds: readonly number[],
): Promise<{ id: number; lease_no: number }[]> {
  return rows(
    sql`UPDATE campaign_runs SET ${WAKE}, next_send_at = CASE wait_cause WHEN 'step' THEN NULL ELSE next_send_at END,
               lease_no = lease_no + (lease_until IS NULL)::int
        WHERE owner_id = ${ownerId} AND id = ANY (${runIds}::int[]) AND status IN ('pending', 'running')
        RETURNING id, lease_no`,
  );
}

/** Follow-ups that wait for a step of these runs, with when the message before went out. */
export function findWaiting(
  runIds: readonly number[],
): Promise<{ id: number; step: number; due_at: Date; settled_at: Date }[]> {
  return rows(
    sql`SELECT p.id, p.step, p.due_at, before.settled_at
        FROM campaign_recipients p JOIN campaign_recipients before
          ON before.run_id = p.run_id AND before.phone_key = p.phone_key AND before.step = p.step - 1
        WHERE p.run_id = ANY (${runIds}::int[]) AND p.state = 'pending' AND p.step > 1 AND before.settled_at IS NOT NULL`,
  );
}

/** Moves follow-ups that still wait. */
export async function setDueTimes(due: readonly { id: number; at: Date }[]): Promise<void> {
  await execute(
    sql`UPDATE campaign_recipients p SET due_at = d.at, not_before = d.at
        FROM unnest(${due.map(({ id }) => id)}::int[], ${due.map(({ at }) => at)}::timestamptz[]) AS d(id, at)
        WHERE p.id = d.id AND p.state = 'pending' AND p.step > 1`,
  );
}

/** Skips the waiting messages of steps that were removed from these runs. Returns how many people waited for one. */
export function skipRemovedSteps(
  runIds: readonly number[],
  lastStep: number,
  detail: string,
): Promise<number> {
  return execute(
    sql`UPDATE campaign_recipients SET state = 'skipped', cause = 'step_removed', detail = ${detail}, settled_at = now()
        WHERE run_id = ANY (${runIds}::int[]) AND state = 'pending' AND step > ${lastStep}`,
  );
}

/**
 * Recipients who have had the last message planned for them and may get another one, because they have not answered.
 */
export function findAtEnd(runIds: readonly number[]): Promise<{ id: number; step: number }[]> {
  return rows(
    sql`SELECT p.id, p.step FROM campaign_recipients p
        WHERE p.run_id = ANY (${runIds}::int[]) AND p.state = 'sent'
          AND NOT EXISTS (SELECT 1 FROM campaign_recipients n
                          WHERE n.run_id = p.run_id AND n.phone_key = p.phone_key
                            AND (n.step > p.step OR n.answered_at IS NOT NULL))
        ORDER BY p.id`,
  );
}
