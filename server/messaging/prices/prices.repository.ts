import type { MessagePrice } from "@/lib/domain/campaigns/message-price";
import { prisma } from "@/server/platform/db/prisma";
import { execute, sql } from "@/server/platform/db/sql";

/** The latest of all prices, newest first. */
export async function findPrices(limit: number): Promise<(MessagePrice & { id: number })[]> {
  const found = await prisma.messagePrice.findMany({
    orderBy: [{ since: "desc" }, { id: "desc" }],
    take: limit,
    select: { id: true, category: true, country: true, micros: true, since: true, confirmed: true },
  });
  return found.map((price) => ({ ...price, micros: Number(price.micros) }));
}

/** Sets a price from now on; messages sent before keep the earlier price. */
export async function insertPrice(price: {
  category: string;
  country: string;
  micros: number;
}): Promise<void> {
  await execute(
    sql`INSERT INTO message_prices (category, country, micros, since)
        VALUES (${price.category}, ${price.country}, ${price.micros}, date_trunc('milliseconds', now()))
        ON CONFLICT (category, country, since) DO UPDATE SET micros = excluded.micros, confirmed = true`,
  );
}
