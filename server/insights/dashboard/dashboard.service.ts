import type { DashboardActivity } from "@/lib/contracts/insights/dashboard";
import { getLastSaoPauloDays } from "@/lib/domain/time/sao-paulo-day";
import { countLeadsByDay } from "@/server/leads/lead-table/lead-days.service";
import { countListsBySource } from "@/server/leads/lists/lists.service";
import { countMessagesByDay } from "@/server/messaging/messages/message-days.service";
import type { Actor } from "@/server/platform/actor";

/** Leads and messages of each of the last `count` days in São Paulo (1 to 30). */
export async function getActivity({ userId }: Actor, count: number): Promise<DashboardActivity> {
  const days = getLastSaoPauloDays(count, new Date());
  const since = days[0]?.start ?? new Date();
  const [leads, messages, list_sources] = await Promise.all([
    countLeadsByDay(userId, days),
    countMessagesByDay(userId, days),
    countListsBySource(userId, since, days.at(-1)?.end ?? new Date()),
  ]);
  return { leads, messages, list_sources };
}
