import type { z } from "zod/mini";
import type {
  campaignTemplates,
  PriceEstimate,
} from "@/lib/contracts/campaigns/campaign-templates";
import { findCountry, findPrice, sumPrices } from "@/lib/domain/campaigns/message-price";
import { needsOptIn } from "@/lib/domain/messages/template-words";
import { findCandidateNumbers } from "@/server/campaigns/campaigns/audience.repository";
import { findRoom } from "@/server/campaigns/campaigns/gates/portfolio-room.service";
import { readPortfolioLimit } from "@/server/messaging/portfolios/portfolios.service";
import { findPrices } from "@/server/messaging/prices/prices.service";
import { listStoredTemplates } from "@/server/messaging/templates/template-store.service";
import type { Actor } from "@/server/platform/actor";
import { readAudience } from "./audience.service";

const UNKNOWN = "UNKNOWN";

/**
 * What a campaign by template would cost at current prices, how many people the portfolio can still reach today, and
 * how many lack the permission that offers need.
 * @throws AppError not_found for a list of another owner
 */
export async function estimatePrice(
  actor: Actor,
  input: z.output<typeof campaignTemplates.price.body>,
): Promise<PriceEstimate> {
  const { ownerId } = actor;
  const choice = await readAudience(ownerId, input);
  const [numbers, stored, prices, room] = await Promise.all([
    findCandidateNumbers(actor, choice, input.num_leads),
    listStoredTemplates(ownerId),
    findPrices(),
    readPortfolioLimit(ownerId).then(findRoom),
  ]);
  const categories = input.templates.map(
    ({ name, language }) =>
      stored.find((each) => each.name === name && each.language === language)?.category ?? UNKNOWN,
  );
  const at = new Date();
  const groups = new Map<
    string,
    { category: string; country: string; messages: number; at: Date }
  >();
  let withoutOptIn = 0;
  for (const [index, { phone_key: key, allowed }] of numbers.entries()) {
    // In rotation, as the recipients get them.
    const category = categories[index % categories.length] ?? UNKNOWN;
    const country = findCountry(key);
    const group = groups.get(`${category} ${country}`) ?? { category, country, messages: 0, at };
    groups.set(`${category} ${country}`, { ...group, messages: group.messages + 1 });
    if (needsOptIn(category) && !allowed) withoutOptIn += 1;
  }
  const { micros, unpriced, confirmed } = sumPrices(prices, [...groups.values()]);
  return {
    messages: numbers.length,
    micros: unpriced === numbers.length && unpriced > 0 ? null : micros,
    unpriced,
    confirmed,
    lines: [...groups.values()].map(({ category, country, messages }) => ({
      category,
      country,
      messages,
      price_micros: findPrice(prices, { category, country }, at)?.micros ?? null,
    })),
    without_opt_in: withoutOptIn,
    room,
  };
}
