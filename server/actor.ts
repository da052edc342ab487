import type { Plan } from "@/lib/domain/plans/plan";
import { env } from "./env";

/** An owner proven by a session or by a row of ours, never taken from a request. */
export type UserId = number & { readonly __brand: "UserId" };

export interface Actor {
  readonly userId: UserId;
  readonly sessionId: string;
  readonly plan: Plan;
  readonly isAdmin: boolean;
}

/** For jobs and webhooks, whose owner is read from the row they are about. */
export function ownerOfRow(ownerId: number): UserId {
  return ownerId as UserId;
}

/** The administrator is one designated id; ids 1 to 4 are never given to somebody who registers. */
export function isAdminId(userId: number): boolean {
  return userId === env.ADMIN_USER_ID;
}
