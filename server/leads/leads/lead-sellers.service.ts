import type { LeadOverwrite } from "@/lib/domain/leads/lead-restore";
import { AppError } from "@/lib/errors";
import { isActiveColleague } from "@/server/accounts/users/people.service";
import { type Doer, type OwnerId, type PersonId, personOfRow } from "@/server/platform/actor";
import { publish } from "@/server/platform/live/publish";
import * as repository from "./lead-sellers.repository";

/** Who leads may be given to. @throws AppError invalid_input for somebody else, or who is suspended */
export async function requireSeller(
  ownerId: OwnerId,
  sellerId: number | null,
): Promise<PersonId | null> {
  if (sellerId === null || (await isActiveColleague(ownerId, sellerId))) {
    return sellerId === null ? null : personOfRow(sellerId);
  }
  throw new AppError("invalid_input", "", {
    fields: { seller_id: "Esta pessoa não está na equipe, ou está sem acesso." },
  });
}

/** Gives leads that the current transaction has locked to a seller, or to nobody. Returns what changed. */
export async function assignLeads(
  by: Doer,
  leadIds: readonly number[],
  sellerId: PersonId | null,
): Promise<LeadOverwrite[]> {
  const changes = await repository.setSeller(by, leadIds, sellerId);
  if (changes.length === 0) return [];
  await repository.recordSellers(by, changes);
  publish(by.ownerId, "leads.changed", {});
  return changes;
}
