import type { RecipientCause } from "@/lib/domain/campaigns/campaign";
import type { OwnerId } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { execute, firstRow, prepared, rows, sql } from "@/server/platform/db/sql";

/** A person whose next message has to be planned. */
export interface NextFollowUp {
  /** The recipient of the previous message. */
  recipientId: number;
  dueAt: Date;
}

/**
 * Adds the recipients of the next step to those of the step before; variants rotate by person. A person who waits for a
 * follow-up of another run is skipped. A unique index ensures that each person is planned once.
 */
export async function insertFollowUps(next: readonly NextFollowUp[]): Promise<void> {
  const ids = next.map(({ recipientId }) => recipientId);
  const due = next.map(({ dueAt }) => dueAt);
  const insert = (state: "pending" | "skipped") => sql`
    INSERT INTO campaign_recipients (run_id, owner_id, lead_id, phone_key, number, step, variant, due_at, not_before, state,
                                     cause, detail, settled_at)
    SELECT p.run_id, p.owner_id, p.lead_id, p.phone_key, p.number, s.step, p.id % cardinality(s.messages), n.due_at, n.due_at,
           ${state}, CASE ${state} WHEN 'skipped' THEN 'in_sequence' END,
           CASE ${state} WHEN 'skipped' THEN ${IN_SEQUENCE} END, CASE ${state} WHEN 'skipped' THEN now() END
    FROM unnest(${ids}::int[], ${due}::timestamptz[]) AS n(id, due_at)
    JOIN campaign_recipients p ON p.id = n.id JOIN campaign_runs r ON r.id = p.run_id
    JOIN campaign_steps s ON s.campaign_id = r.campaign_id AND s.step = p.step + 1
    ORDER BY p.owner_id, p.phone_key
    ON CONFLICT DO NOTHING`;
  const added = await execute(insert("pending"));
  if (added < next.length) await execute(insert("skipped"));
}

const IN_SEQUENCE = "Já espera o próximo passo de outra campanha";

/** Ends the waiting follow-ups of a person in all sequences of an account. Returns the campaigns concerned. */
export async function skipFollowUps(
  ownerId: OwnerId,
  phoneKey: string,
  { cause, detail }: { cause: RecipientCause; detail: string },
): Promise<number[]> {
  const ended = await rows<{ campaign_id: number }>(
    prepared(
      "skip follow-ups",
      sql`UPDATE campaign_recipients p SET state = 'skipped', cause = ${cause}, detail = ${detail}, settled_at = now()
          FROM campaign_runs r
          WHERE p.owner_id = ${ownerId} AND p.phone_key = ${phoneKey} AND p.step > 1 AND p.state = 'pending'
            AND r.id = p.run_id
          RETURNING r.campaign_id`,
    ),
  );
  return ended.map(({ campaign_id }) => campaign_id);
}

/**
 * The reason that ended a follow-up turned out to be wrong: it waits again, if its run continues and the person has not
 * answered. Returns false when there is no follow-up to restore.
 */
export async function restoreFollowUp(
  ownerId: OwnerId,
  recipientId: number,
  ended: "not_delivered" | "answered",
): Promise<boolean> {
  const restored = await firstRow<{ due_at: Date }>(
    sql`DELETE FROM campaign_recipients f USING campaign_recipients p, campaign_runs r
        WHERE p.owner_id = ${ownerId} AND p.id = ${recipientId} AND p.answered_at IS NULL
          AND f.run_id = p.run_id AND f.phone_key = p.phone_key AND f.step = p.step + 1
          AND f.state = 'skipped' AND f.cause = ${ended}
          AND r.id = p.run_id AND r.status IN ('pending', 'running') AND r.stop_at IS NULL
        RETURNING f.due_at`,
  );
  // Planned again: meanwhile another campaign's follow-up may have taken the person's only place.
  if (restored) await insertFollowUps([{ recipientId, dueAt: restored.due_at }]);
  return restored !== null;
}

/** A follow-up that came due at a wrong hour waits for the next right one. */
export async function postponeFollowUp(recipientId: number, until: Date): Promise<void> {
  await prisma.campaignRecipient.updateMany({
    where: { id: recipientId, state: "pending" },
    data: { not_before: until },
  });
}

/**
 * Counts follow-ups of these accounts by these numbers of theirs, which are one phone, that are due before `until` and
 * have not gone out: each takes a place in its number's day.
 */
export async function countDueFollowUps(
  { owners, instanceIds }: { owners: readonly OwnerId[]; instanceIds: readonly number[] },
  until: Date,
): Promise<number> {
  const counted = await firstRow<{ count: number }>(
    prepared(
      "count due follow-ups",
      sql`SELECT count(*)::int AS count FROM campaign_recipients p JOIN campaign_runs r ON r.id = p.run_id
          WHERE p.owner_id = ANY (${[...owners]}::int[]) AND p.step > 1 AND p.state = 'pending' AND p.due_at < ${until}
            AND p.not_before < ${until} AND (r.instance_id IS NULL OR r.instance_id = ANY (${[...instanceIds]}::int[])) AND r.status = 'running' AND r.paused_at IS NULL AND r.stop_at IS NULL`,
    ),
  );
  return counted?.count ?? 0;
}

/** The recipient reacted to the previous message: until `until`, the user decides whether the next one goes out. */
export async function askAboutFollowUp(
  recipientId: number,
  until: Date,
  detail: string,
): Promise<void> {
  await prisma.campaignRecipient.updateMany({
    where: { id: recipientId, state: "pending" },
    data: { not_before: until, cause: "reacted", detail },
  });
}

/** A follow-up that waits, possibly for a user's decision. */
interface WaitingFollowUp {
  run_id: number;
  campaign_id: number;
}

/** Releases a follow-up that a reaction held back. Returns null when there was none. */
export function continueFollowUp(
  ownerId: OwnerId,
  recipientId: number,
  dueAt: Date,
): Promise<WaitingFollowUp | null> {
  return firstRow(
    sql`UPDATE campaign_recipients p
        SET cause = NULL, detail = NULL, continued_at = now(), due_at = ${dueAt}, not_before = ${dueAt}
        FROM campaign_runs r
        WHERE p.owner_id = ${ownerId} AND p.id = ${recipientId} AND p.state = 'pending' AND p.cause = 'reacted'
          AND r.id = p.run_id AND r.status IN ('pending', 'running') AND r.stop_at IS NULL
        RETURNING p.run_id, r.campaign_id`,
  );
}

/** Ends a sequence for one person. Returns null when nothing more was to be sent. */
export function endFollowUp(
  ownerId: OwnerId,
  recipientId: number,
  detail: string,
): Promise<WaitingFollowUp | null> {
  return firstRow(
    sql`UPDATE campaign_recipients p SET state = 'skipped', cause = 'stopped', detail = ${detail}, settled_at = now()
        FROM campaign_runs r
        WHERE p.owner_id = ${ownerId} AND p.id = ${recipientId} AND p.state = 'pending' AND p.step > 1 AND r.id = p.run_id
        RETURNING p.run_id, r.campaign_id`,
  );
}

/**
 * From `days` from now on, no follow-up of the account's running campaigns goes out or is planned; those due later are
 * checked at that time.
 */
export async function endSequences(ownerId: OwnerId, days: number): Promise<void> {
  const endAt = sql`now() + make_interval(days => ${days})`;
  await execute(
    sql`UPDATE campaign_runs
        SET steps_end_at = ${endAt}, next_send_at = CASE WHEN next_send_at > ${endAt} THEN ${endAt} ELSE next_send_at END,
            resume_at = CASE WHEN resume_at > ${endAt} THEN ${endAt} ELSE resume_at END
        WHERE owner_id = ${ownerId} AND status IN ('pending', 'running') AND steps_end_at IS NULL`,
  );
  await execute(
    sql`UPDATE campaign_recipients SET not_before = ${endAt}
        WHERE owner_id = ${ownerId} AND step > 1 AND state = 'pending' AND not_before > ${endAt}`,
  );
}

/** Follow-ups of the account's running campaigns are planned again, and go out at their original times. */
export async function resumeSequences(ownerId: OwnerId): Promise<void> {
  await prisma.campaignRun.updateMany({
    where: { owner_id: ownerId, status: { in: ["pending", "running"] } },
    data: { steps_end_at: null },
  });
  await execute(
    sql`UPDATE campaign_recipients SET not_before = due_at
        WHERE owner_id = ${ownerId} AND step > 1 AND state = 'pending' AND not_before < due_at`,
  );
}
