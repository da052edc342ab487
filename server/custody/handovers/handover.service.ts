import { dismissTeam } from "@/server/accounts/team/team.service";
import { expireExportsOf } from "@/server/custody/account-exports/account-exports.service";
import { endOpenPairing, scheduleLogOut } from "@/server/messaging/whatsapp/pairing.service";
import type { OwnerId, PersonId } from "@/server/platform/actor";

/**
 * When an account passes to the holder of its mailbox, removes what its previous user could still use: the paired
 * phone, archives of the account's data, and whoever was brought into it. Returns how many there were. Joins the current
 * transaction.
 */
async function takeBack(ownerId: OwnerId, keptId: PersonId): Promise<number> {
  const phones = await scheduleLogOut(ownerId);
  return phones + (await expireExportsOf(ownerId)) + (await dismissTeam(ownerId, keptId));
}

/** What a mailed reset ends for an account's phone. */
export const phoneWays = { endOpenPairing, takeBack };
