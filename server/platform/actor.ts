import type { Plan } from "@/lib/domain/plans/plan";
import { env } from "./env";

/** An owner id taken from a session or from one of our rows, never from a request. */
export type UserId = number & { readonly __brand: "UserId" };

export interface Actor {
  readonly userId: UserId;
  readonly sessionId: string;
  readonly plan: Plan;
  readonly isAdmin: boolean;
  /** The account waits for its deletion: nothing of it may be changed. */
  readonly isLeaving?: true;
  /** The user proved a short while ago, in this session, that the account is theirs. */
  readonly isProved?: true;
  /** Id of the API token that the request used instead of a session. */
  readonly apiTokenId?: number;
}

/** For jobs and webhooks: the owner is read from the row they concern. */
export function ownerOfRow(ownerId: number): UserId {
  return ownerId as UserId;
}

/** There is one administrator id; ids 1 to 4 are never given to registered users. */
export function isAdminId(userId: number): boolean {
  return userId === env.ADMIN_USER_ID;
}
