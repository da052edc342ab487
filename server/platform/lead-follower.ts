import type { MovedRow } from "@/lib/domain/leads/lead-merge";
import type { UserId } from "@/server/platform/actor";

/**
 * Rows that name a lead, and move with it when it is merged into another one. Areas that may import leads pass theirs
 * in. Called inside the transaction of the merge, which has locked the leads.
 */
export interface LeadFollower {
  table: string;
  /** Returns each row's former lead. */
  move: (ownerId: UserId, leadIds: readonly number[], toLeadId: number) => Promise<MovedRow[]>;
  /** Moves rows back from the lead that got them, if it still has them. */
  moveBack: (ownerId: UserId, fromLeadId: number, moved: readonly MovedRow[]) => Promise<void>;
}
