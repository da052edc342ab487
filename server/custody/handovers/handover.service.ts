import { expireExportsOf } from "@/server/custody/account-exports/account-exports.service";
import { endOpenPairing, scheduleLogOut } from "@/server/messaging/whatsapp/pairing.service";
import type { OwnerId } from "@/server/platform/actor";

/**
 * When an account passes to the holder of its mailbox, removes what its previous user could still use: the paired
 * phone, and archives of the account's data. Returns how many there were. Joins the current transaction.
 */
async function takeBack(ownerId: OwnerId): Promise<number> {
  const phones = await scheduleLogOut(ownerId);
  return phones + (await expireExportsOf(ownerId));
}

/** What a mailed reset ends for an account's phone. */
export const phoneWays = { endOpenPairing, takeBack };
