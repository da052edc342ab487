import type { Reader } from "@/server/platform/actor";
import { findRestingLeads } from "./resting-leads.repository";

/**
 * The first `limit` of the leads that rest longer than their stage's days, with how many there are, counted up to
 * `most`.
 */
export async function listRestingLeads(
  reader: Reader,
  { limit, most }: { limit: number; most: number },
) {
  const { leads, total } = await findRestingLeads(reader, { limit, most: most + 1 });
  return { leads, count: Math.min(total, most), capped: total > most };
}
