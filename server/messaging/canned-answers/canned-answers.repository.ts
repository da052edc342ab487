import type { UserId } from "@/server/platform/actor";
import { lockOwner } from "@/server/platform/db/owner-lock";
import { prisma } from "@/server/platform/db/prisma";
import { firstRow, isUniqueViolation, sql } from "@/server/platform/db/sql";

const SELECTED = { id: true, shortcut: true, text: true } as const;

export interface CannedAnswerRow {
  id: number;
  shortcut: string;
  text: string;
}

export function findCannedAnswers(ownerId: UserId): Promise<CannedAnswerRow[]> {
  return prisma.cannedAnswer.findMany({
    where: { owner_id: ownerId },
    orderBy: { shortcut: "asc" },
    select: SELECTED,
  });
}

/** Returns null when the owner has `most` already, and 'taken' when one of them has the shortcut. Call inside a transaction. */
export async function insertCannedAnswer(
  ownerId: UserId,
  { shortcut, text }: { shortcut: string; text: string },
  most: number,
): Promise<CannedAnswerRow | null | "taken"> {
  await lockOwner(ownerId);
  return unlessTaken(
    firstRow(
      sql`INSERT INTO canned_answers (owner_id, shortcut, text)
          SELECT ${ownerId}, ${shortcut}, ${text}
          WHERE (SELECT count(*) FROM canned_answers WHERE owner_id = ${ownerId}) < ${most}
          RETURNING id, shortcut, text`,
    ),
  );
}

/** Returns false when it is not the owner's, and 'taken' when another one has the shortcut. */
export async function updateCannedAnswer(
  ownerId: UserId,
  id: number,
  answer: { shortcut: string; text: string },
): Promise<boolean | "taken"> {
  const updated = await unlessTaken(
    prisma.cannedAnswer.updateMany({ where: { owner_id: ownerId, id }, data: answer }),
  );
  return updated === "taken" ? updated : updated.count === 1;
}

/** Returns false when it is not the owner's. */
export async function deleteCannedAnswer(ownerId: UserId, id: number): Promise<boolean> {
  const { count } = await prisma.cannedAnswer.deleteMany({ where: { owner_id: ownerId, id } });
  return count === 1;
}

async function unlessTaken<T>(write: PromiseLike<T>): Promise<T | "taken"> {
  try {
    return await write;
  } catch (error) {
    if (isUniqueViolation(error)) return "taken";
    throw error;
  }
}
