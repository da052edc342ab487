import type { MessagePrice } from "@/lib/domain/campaigns/message-price";
import type { Actor } from "@/server/platform/actor";
import { recordAuditEntry } from "@/server/platform/audit/audit.service";
import { transaction } from "@/server/platform/db/transaction";
import * as repository from "./prices.repository";

/** Far more price changes than four categories in some countries have in years. */
const MOST_PRICES = 2_000;

export function findPrices(): Promise<MessagePrice[]> {
  return repository.findPrices(MOST_PRICES);
}

/** The prices that are valid now, by category and country. */
export async function listPrices() {
  const now = new Date();
  const valid = new Map<string, MessagePrice>();
  for (const price of await findPrices()) {
    const key = `${price.country} ${price.category}`;
    if (price.since <= now && !valid.has(key)) valid.set(key, price);
  }
  const prices = [...valid.entries()]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([, price]) => price);
  return { prices };
}

/** Sets a price from now on, and records who did. */
export async function setPrice(
  actor: Actor,
  price: { category: string; country: string; micros: number },
) {
  await transaction(async () => {
    await repository.insertPrice(price);
    await recordAuditEntry(actor, "price.set", { targetUserId: null, details: price });
  });
  return listPrices();
}
