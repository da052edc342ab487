import type { RadarCadence, RadarChange, RadarKind } from "@/lib/domain/radar/radar";
import { toStorableJson } from "@/lib/stored-json";
import type { OwnerId, PersonId } from "@/server/platform/actor";
import { lockOwner } from "@/server/platform/db/owner-lock";
import { prisma } from "@/server/platform/db/prisma";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";

export interface RadarRow {
  id: number;
  owner_id: number;
  name: string;
  kind: RadarKind;
  question: unknown;
  cadence: RadarCadence;
  changes: RadarChange[];
  credit_budget: number;
  list_id: number | null;
  /** Whose its new leads are. */
  seller_id: PersonId | null;
  is_on: boolean;
  note: string | null;
  running: boolean;
  last_run_at: Date | null;
  next_run_at: Date | null;
  created_at: Date;
}

const RADARS = sql`
  SELECT r.id, r.owner_id, r.name, r.kind, r.question, r.cadence, r.changes, r.credit_budget, r.list_id, r.seller_id, r.is_on, r.note,
         EXISTS (SELECT 1 FROM radar_runs WHERE radar_id = r.id AND status = 'processing') AS running,
         r.last_run_at, r.next_run_at, r.created_at
  FROM radars r`;

/** The latest first. */
export function findRadars(ownerId: OwnerId, limit: number): Promise<RadarRow[]> {
  return rows(sql`${RADARS} WHERE r.owner_id = ${ownerId} ORDER BY r.id DESC LIMIT ${limit}`);
}

export function findRadar(ownerId: OwnerId, radarId: number): Promise<RadarRow | null> {
  return firstRow(sql`${RADARS} WHERE r.owner_id = ${ownerId} AND r.id = ${radarId}`);
}

/** Blocks other transactions from counting the owner's radars this way until the transaction ends. */
export async function lockAndCountRadars(ownerId: OwnerId): Promise<number> {
  await lockOwner(ownerId);
  return prisma.radar.count({ where: { owner_id: ownerId } });
}

export interface NewRadarRow {
  name: string;
  kind: RadarKind;
  question: object;
  cadence: RadarCadence;
  changes: readonly RadarChange[];
  creditBudget: number;
  listId: number;
  sellerId: PersonId | null;
  /** The month of the registry that counts as already known. */
  seen: { importId: number; month: string } | null;
}

export async function insertRadar(ownerId: OwnerId, radar: NewRadarRow): Promise<number> {
  const row = await firstRow<{ id: number }>(
    sql`INSERT INTO radars (owner_id, name, kind, question, cadence, changes, credit_budget, list_id, seller_id, import_id, month, next_run_at)
        VALUES (${ownerId}, ${radar.name}, ${radar.kind}, ${toStorableJson(radar.question)}::jsonb, ${radar.cadence},
                ${radar.changes}::text[], ${radar.creditBudget}, ${radar.listId}, ${radar.sellerId}, ${radar.seen?.importId ?? null},
                ${radar.seen?.month ?? null},
                CASE ${radar.cadence}::text WHEN 'week' THEN now() + interval '1 week'
                     WHEN 'month' THEN now() + interval '1 month' END)
        RETURNING id`,
  );
  return row?.id ?? 0;
}

export interface RadarUpdate {
  name?: string;
  is_on?: boolean;
  cadence?: RadarCadence;
  changes?: RadarChange[];
  credit_budget?: number;
}

/** Returns false when there is no such radar. */
export async function updateRadar(
  ownerId: OwnerId,
  radarId: number,
  change: RadarUpdate,
): Promise<boolean> {
  const { count } = await prisma.radar.updateMany({
    where: { owner_id: ownerId, id: radarId },
    data: change,
  });
  return count === 1;
}

export async function setList(ownerId: OwnerId, radarId: number, listId: number): Promise<void> {
  await prisma.radar.updateMany({
    where: { owner_id: ownerId, id: radarId },
    data: { list_id: listId },
  });
}

export async function setNote(
  ownerId: OwnerId,
  radarId: number,
  note: string | null,
): Promise<void> {
  await prisma.radar.updateMany({ where: { owner_id: ownerId, id: radarId }, data: { note } });
}

export async function deleteRadar(ownerId: OwnerId, radarId: number): Promise<boolean> {
  const { count } = await prisma.radar.deleteMany({ where: { owner_id: ownerId, id: radarId } });
  return count === 1;
}

/** Makes a radar of pages or maps due. Returns false when there is none, or it is of the registry. */
export async function makeDue(ownerId: OwnerId, radarId: number): Promise<boolean> {
  const due = await execute(
    sql`UPDATE radars SET next_run_at = now()
        WHERE owner_id = ${ownerId} AND id = ${radarId} AND kind <> 'registry'`,
  );
  return due === 1;
}
