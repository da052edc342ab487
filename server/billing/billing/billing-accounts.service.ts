import { type OwnerId, ownerOfRow } from "@/server/platform/actor";
import { type AccountKeys, findAccountOf, linkCustomer } from "./accounts.repository";
import { wasEndedWithAccount } from "./orders.repository";
import { findRunning } from "./subscriptions.repository";

export type { AccountKeys };
export { linkCustomer };

/** The account that a payment is for; null when none is. */
export async function findAccount(keys: AccountKeys): Promise<OwnerId | null> {
  const ownerId = await findAccountOf(keys);
  return ownerId === null ? null : ownerOfRow(ownerId);
}

/** Whether an event is of a subscription that was ended with its account. */
export async function isOfDeletedAccount({ subscriptionId }: AccountKeys): Promise<boolean> {
  return subscriptionId !== null && wasEndedWithAccount(subscriptionId);
}

/** The provider's ids of the account's subscriptions that were read of it and have not ended. */
export async function listSubscriptions(ownerId: OwnerId): Promise<string[]> {
  const known = (await findRunning(ownerId)).filter(({ is_known }) => is_known);
  return known.map((row) => row.stripe_subscription_id);
}
