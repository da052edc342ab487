import type { SaoPauloDay } from "@/lib/domain/time/sao-paulo-day";
import type { OwnerId } from "@/server/platform/actor";
import * as repository from "./lead-days.repository";

/** Leads created per day, by source. */
export async function countLeadsByDay(ownerId: OwnerId, days: SaoPauloDay[]) {
  const counts = await repository.countLeadsBySource(ownerId, days);
  return days.map(({ day }) => ({
    day,
    by_source: Object.fromEntries(
      counts.filter((each) => each.day === day).map(({ source, count }) => [source, count]),
    ),
  }));
}
