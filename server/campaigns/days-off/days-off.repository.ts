import type { OwnerId } from "@/server/platform/actor";
import { lockOwner } from "@/server/platform/db/owner-lock";
import { prisma } from "@/server/platform/db/prisma";
import { execute, prepared, rows, sql } from "@/server/platform/db/sql";

export interface DayOffRow {
  /** "2026-12-24". */
  day: string;
  name: string;
}

/** The days of an account, the earliest first. */
export function findDays(ownerId: OwnerId): Promise<DayOffRow[]> {
  return rows(
    sql`SELECT day::text, name FROM days_off d WHERE owner_id = ${ownerId} ORDER BY d.day`,
  );
}

/** The days of several accounts. */
export function findDaysOfOwners(
  owners: readonly OwnerId[],
): Promise<{ owner_id: number; day: string }[]> {
  return rows(
    prepared(
      "days off of owners",
      sql`SELECT owner_id, day::text FROM days_off WHERE owner_id = ANY (${[...owners]}::int[])`,
    ),
  );
}

/** Replaces the days of an account. Call inside a transaction. */
export async function replaceDays(ownerId: OwnerId, days: readonly DayOffRow[]): Promise<void> {
  await lockOwner(ownerId);
  await prisma.dayOff.deleteMany({ where: { owner_id: ownerId } });
  await execute(
    sql`INSERT INTO days_off (owner_id, day, name)
        SELECT ${ownerId}, d.day, d.name
        FROM unnest(${days.map(({ day }) => day)}::date[], ${days.map(({ name }) => name)}::text[]) AS d(day, name)`,
  );
}
