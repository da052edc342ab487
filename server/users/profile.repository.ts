import type { ProfileChange } from "@/lib/contracts/users";
import type { Plan } from "@/lib/domain/plans/plan";
import type { UserId } from "@/server/actor";
import { firstRow, join, sql } from "@/server/db/sql";

export interface ProfileRow {
  id: number;
  name: string;
  email: string;
  whatsapp: string | null;
  plan: Plan;
  business_name: string | null;
  business_description: string | null;
  website: string | null;
  conversion_objective: string | null;
  is_active: boolean;
  created_at: Date;
}

const COLUMNS = sql`id, name, email, whatsapp, plan, business_name, business_description, website,
  conversion_objective, is_active, created_at`;

export function findProfile(userId: UserId): Promise<ProfileRow | null> {
  return firstRow(sql`SELECT ${COLUMNS} FROM users WHERE id = ${userId}`);
}

/** Writes the fields that are there and no other; an empty change reads. */
export function updateProfileRow(
  userId: UserId,
  change: ProfileChange,
): Promise<ProfileRow | null> {
  const { name, business_name, business_description, website, conversion_objective } = change;
  const assignments = [
    ...(name !== undefined ? [sql`name = ${name}`] : []),
    ...(business_name !== undefined ? [sql`business_name = ${business_name}`] : []),
    ...(business_description !== undefined
      ? [sql`business_description = ${business_description}`]
      : []),
    ...(website !== undefined ? [sql`website = ${website}`] : []),
    ...(conversion_objective !== undefined
      ? [sql`conversion_objective = ${conversion_objective}`]
      : []),
  ];
  if (assignments.length === 0) return findProfile(userId);
  return firstRow(
    sql`UPDATE users SET ${join(assignments)} WHERE id = ${userId} RETURNING ${COLUMNS}`,
  );
}
