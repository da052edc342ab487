import { expireExportsOf } from "@/server/custody/account-exports/account-exports.service";
import { endOpenPairing, scheduleLogOut } from "@/server/messaging/whatsapp/pairing.service";
import type { UserId } from "@/server/platform/actor";

/**
 * Takes from an account that comes to the holder of its mailbox what whoever had it before could go on using: the phone
 * that is paired, and the archives of what it held. Returns how many there were. Joins the current transaction.
 */
async function takeBack(userId: UserId): Promise<number> {
  const phones = await scheduleLogOut(userId);
  return phones + (await expireExportsOf(userId));
}

/** What a mailed reset ends of an account's phone. */
export const phoneWays = { endOpenPairing, takeBack };
