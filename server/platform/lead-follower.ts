import type { MovedRow } from "@/lib/domain/leads/lead-merge";
import type { UserId } from "@/server/platform/actor";

/**
 * Rows that name a lead, and follow it when it becomes part of another one. Areas above leads hand theirs in. Called
 * inside the transaction of the merge, which has locked the leads.
 */
export interface LeadFollower {
  table: string;
  /** Returns whose each row was. */
  move: (ownerId: UserId, leadIds: readonly number[], toLeadId: number) => Promise<MovedRow[]>;
  /** Takes rows from the lead that got them, if it still has them, and gives them back. */
  moveBack: (ownerId: UserId, fromLeadId: number, moved: readonly MovedRow[]) => Promise<void>;
}
