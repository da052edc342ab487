import type { OwnerId } from "@/server/platform/actor";
import { firstRow, sql } from "@/server/platform/db/sql";

/** The id of the lead that a merged one is part of now; null for one that was never merged. */
export async function findSurvivor(ownerId: OwnerId, leadId: number): Promise<number | null> {
  const row = await firstRow<{ id: number | null }>(
    sql`SELECT surviving_lead(${ownerId}, ${leadId}) AS id`,
  );
  return row?.id ?? null;
}

/** The id of the lead that a merged lead with this number is part of now. */
export async function findSurvivorByKey(
  ownerId: OwnerId,
  phoneKey: string,
): Promise<number | null> {
  const row = await firstRow<{ id: number | null }>(
    sql`SELECT surviving_lead(owner_id, lead_id) AS id FROM merged_leads
        WHERE owner_id = ${ownerId} AND phone_key = ${phoneKey} ORDER BY merge_id DESC LIMIT 1`,
  );
  return row?.id ?? null;
}
