import type { ProfileChange } from "@/lib/contracts/users";
import type { Plan } from "@/lib/domain/plans/plan";
import type { UserId } from "@/server/actor";
import { prisma } from "@/server/db/prisma";

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

const COLUMNS = {
  id: true,
  name: true,
  email: true,
  whatsapp: true,
  plan: true,
  business_name: true,
  business_description: true,
  website: true,
  conversion_objective: true,
  is_active: true,
  created_at: true,
} as const;

export async function findProfile(userId: UserId): Promise<ProfileRow | null> {
  const user = await prisma.user.findFirst({ where: { id: userId }, select: COLUMNS });
  return user as ProfileRow | null;
}

/** Writes the fields that are there and no other; an empty change reads. */
export async function updateProfileRow(
  userId: UserId,
  change: ProfileChange,
): Promise<ProfileRow | null> {
  const { email: _, ...data } = change;
  const [user] = await prisma.user.updateManyAndReturn({
    where: { id: userId },
    data,
    select: COLUMNS,
  });
  return (user ?? null) as ProfileRow | null;
}
