import type { OwnerId } from "@/server/platform/actor";
import type { CannedAnswer } from "@/server/platform/db/generated/client";
import { lockOwner } from "@/server/platform/db/owner-lock";
import { prisma } from "@/server/platform/db/prisma";
import { firstRow, isUniqueViolation, sql } from "@/server/platform/db/sql";

const SELECTED = {
  id: true,
  shortcut: true,
  text: true,
  file_name: true,
  mime: true,
  bytes: true,
} as const;

export type CannedAnswerRow = Pick<CannedAnswer, keyof typeof SELECTED>;

export function findCannedAnswers(ownerId: OwnerId): Promise<CannedAnswerRow[]> {
  return prisma.cannedAnswer.findMany({
    where: { owner_id: ownerId },
    orderBy: { shortcut: "asc" },
    select: SELECTED,
  });
}

/**
 * Returns null when the owner has `most` already, and 'taken' when one of them has the shortcut. Call inside a
 * transaction.
 */
export async function insertCannedAnswer(
  ownerId: OwnerId,
  { shortcut, text }: { shortcut: string; text: string },
  most: number,
): Promise<CannedAnswerRow | null | "taken"> {
  await lockOwner(ownerId);
  return unlessTaken(
    firstRow(
      sql`INSERT INTO canned_answers (owner_id, shortcut, text)
          SELECT ${ownerId}, ${shortcut}, ${text}
          WHERE (SELECT count(*) FROM canned_answers WHERE owner_id = ${ownerId}) < ${most}
          RETURNING id, shortcut, text, file_name, mime, bytes`,
    ),
  );
}

/** Returns null when it is not the owner's, and 'taken' when another one has the shortcut. */
export async function updateCannedAnswer(
  ownerId: OwnerId,
  id: number,
  answer: { shortcut: string; text: string },
): Promise<CannedAnswerRow | null | "taken"> {
  const updated = await unlessTaken(
    prisma.cannedAnswer.updateManyAndReturn({
      where: { owner_id: ownerId, id },
      data: answer,
      select: SELECTED,
    }),
  );
  return updated === "taken" ? updated : (updated[0] ?? null);
}

/** Sets the answer's file in the store, or removes it. Returns null when the answer is not the owner's. */
export async function setCannedFile(
  ownerId: OwnerId,
  id: number,
  file: { file_name: string; mime: string; bytes: number; storage_key: string } | null,
): Promise<CannedAnswerRow | null> {
  const [updated] = await prisma.cannedAnswer.updateManyAndReturn({
    where: { owner_id: ownerId, id },
    data: file ?? { file_name: null, mime: null, bytes: null, storage_key: null },
    select: SELECTED,
  });
  return updated ?? null;
}

/** Its file in the store; nulls for one without. */
export function findCannedFile(ownerId: OwnerId, id: number) {
  return prisma.cannedAnswer.findFirst({
    where: { owner_id: ownerId, id },
    select: { storage_key: true, mime: true, bytes: true, file_name: true },
  });
}

/** Returns false when it is not the owner's. */
export async function deleteCannedAnswer(ownerId: OwnerId, id: number): Promise<boolean> {
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
