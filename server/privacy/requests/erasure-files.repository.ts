import type { OwnerId } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { firstRow, sql } from "@/server/platform/db/sql";
import type { RequestRow } from "./requests.repository";

export async function setFileNo(ownerId: OwnerId, id: number, fileNo: number): Promise<void> {
  await prisma.privacyRequest.updateMany({
    where: { owner_id: ownerId, id },
    data: { file_no: fileNo },
  });
}

export async function isKnownRequest(uid: string): Promise<boolean> {
  return (await prisma.privacyRequest.findFirst({ where: { uid }, select: { id: true } })) !== null;
}

/**
 * Adds an erasure that this database does not know. Returns its id; null for an account that it does not know either.
 */
export async function insertRestored(
  request: Pick<RequestRow, "owner_id" | "uid" | "asked_by" | "channel" | "whole_lead"> & {
    created_at: string;
    file_no: number;
  },
): Promise<number | null> {
  const row = await firstRow<{ id: number }>(
    sql`INSERT INTO privacy_requests (owner_id, uid, kind, asked_by, channel, whole_lead, created_at, file_no)
        SELECT a.id, ${request.uid}::uuid, 'erase', ${request.asked_by}, ${request.channel}, ${request.whole_lead},
               ${request.created_at}::timestamptz, ${request.file_no}
        FROM accounts a WHERE a.id = ${request.owner_id} RETURNING id`,
  );
  return row?.id ?? null;
}
