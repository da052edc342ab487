import type { SaoPauloDay } from "@/lib/domain/time/sao-paulo-day";
import type { Reader } from "@/server/platform/actor";
import * as repository from "./lead-days.repository";

/** Leads created per day, by source. */
export async function countLeadsByDay(reader: Reader, days: SaoPauloDay[]) {
  const counts = await repository.countLeadsBySource(reader, days);
  return days.map(({ day }) => ({
    day,
    by_source: Object.fromEntries(
      counts.filter((each) => each.day === day).map(({ source, count }) => [source, count]),
    ),
  }));
}
