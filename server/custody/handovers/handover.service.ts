import { expireExportsOf } from "@/server/custody/account-exports/account-exports.service";
import { scheduleLogOut } from "@/server/messaging/whatsapp/pairing.service";
import type { UserId } from "@/server/platform/actor";

/**
 * Takes from an account that comes to the holder of its mailbox what whoever had it before could go on using: the phone
 * that is paired, and the archives of what it held. Returns how many there were. Joins the current transaction.
 */
export async function handOver(userId: UserId): Promise<number> {
  const phones = await scheduleLogOut(userId);
  return phones + (await expireExportsOf(userId));
}
