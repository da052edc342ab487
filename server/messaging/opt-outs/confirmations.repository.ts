import type { OwnerId } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { execute, firstRow, sql } from "@/server/platform/db/sql";

/** Opt-outs whose confirmation no worker has taken yet, the most urgent first. */
export function findDueConfirmations(
  limit: number,
): Promise<{ owner_id: number; phone_key: string }[]> {
  return prisma.optOut.findMany({
    where: { confirm_by: { not: null } },
    select: { owner_id: true, phone_key: true },
    orderBy: { confirm_by: "asc" },
    take: limit,
  });
}

/**
 * Takes a confirmation, once. Returns whether it is still wanted and in time; null when it was taken before or the
 * opt-out was withdrawn.
 */
export function claimConfirmation(
  ownerId: OwnerId,
  phoneKey: string,
): Promise<{ wanted: boolean } | null> {
  return firstRow(
    sql`UPDATE opt_outs SET confirm_by = NULL
        WHERE owner_id = ${ownerId} AND phone_key = ${phoneKey} AND confirm_by IS NOT NULL
        RETURNING old.confirm_by > now()
          AND EXISTS (SELECT 1 FROM accounts a WHERE a.id = ${ownerId} AND a.is_active AND a.deletion_at IS NULL)
          AND NOT EXISTS (SELECT 1 FROM opt_out_settings s WHERE s.owner_id = ${ownerId} AND NOT s.confirms) AS wanted`,
  );
}

/**
 * Whether another account of the same phone has confirmed the contact's opt-out: the contact should get one message. Of
 * two simultaneous calls, the second waits until the first one's transaction ends.
 */
export async function hasConfirmedElsewhere(
  others: readonly OwnerId[],
  senderKey: string,
  phoneKey: string,
): Promise<boolean> {
  await execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended(${`confirmation ${senderKey} ${phoneKey}`}, 0))`,
  );
  if (others.length === 0) return false;
  const confirmed = await firstRow(
    sql`SELECT 1 FROM opt_out_events WHERE owner_id = ANY (${[...others]}::int[]) AND phone_key = ${phoneKey}
          AND kind = 'confirmed' AND created_at > now() - make_interval(hours => ${SAME_HOURS}) LIMIT 1`,
  );
  return confirmed !== null;
}

/** For this time one account does not confirm twice. */
const SAME_HOURS = 24;

/** Logs the message that is about to confirm an opt-out. */
export async function insertConfirmation(
  ownerId: OwnerId,
  phoneKey: string,
  messageId: string,
): Promise<void> {
  await prisma.optOutEvent.create({
    data: {
      owner_id: ownerId,
      phone_key: phoneKey,
      kind: "confirmed",
      provider_message_id: messageId,
    },
    select: { id: true },
  });
}

export interface AnswerSettings {
  /** Whether opt-outs are confirmed. */
  confirms: boolean;
  /** Whether a task is created from an answer that surely names a later day. */
  makes_tasks: boolean;
}

/** How answers are processed; both are on by default. */
export async function findAnswerSettings(ownerId: OwnerId): Promise<AnswerSettings> {
  const settings = await prisma.optOutSettings.findFirst({
    where: { owner_id: ownerId },
    select: { confirms: true, makes_tasks: true },
  });
  return settings ?? { confirms: true, makes_tasks: true };
}

/** Values that are missing are not changed. */
export async function setAnswerSettings(
  ownerId: OwnerId,
  { confirms = null, makes_tasks = null }: { [key in keyof AnswerSettings]?: boolean | null },
): Promise<void> {
  await execute(
    sql`INSERT INTO opt_out_settings AS s (owner_id, confirms, makes_tasks)
        VALUES (${ownerId}, coalesce(${confirms}::boolean, true), coalesce(${makes_tasks}::boolean, true))
        ON CONFLICT (owner_id) DO UPDATE SET confirms = coalesce(${confirms}::boolean, s.confirms),
          makes_tasks = coalesce(${makes_tasks}::boolean, s.makes_tasks)`,
  );
}
