import type {
  DashboardActivity,
  DashboardPeriod,
  PeriodFigures,
} from "@/lib/contracts/insights/dashboard";
import { getLastSaoPauloDays, type SaoPauloDay } from "@/lib/domain/time/sao-paulo-day";
import { countOutcomes } from "@/server/insights/deals/deals.repository";
import { countLeadsByDay } from "@/server/leads/lead-table/lead-days.service";
import { countListsBySource } from "@/server/leads/lists/lists.service";
import { countMessagesByDay } from "@/server/messaging/messages/message-days.service";
import type { Actor } from "@/server/platform/actor";

/** Leads and messages of each of the last `count` days in São Paulo (1 to 30). */
export async function getActivity(actor: Actor, count: number): Promise<DashboardActivity> {
  const days = getLastSaoPauloDays(count, new Date());
  const since = days[0]?.start ?? new Date();
  const [leads, messages, list_sources] = await Promise.all([
    countLeadsByDay(actor, days),
    countMessagesByDay(actor, days),
    countListsBySource(actor.ownerId, since, days.at(-1)?.end ?? new Date()),
  ]);
  return { leads, messages, list_sources };
}

/** Figures of the last `count` days in São Paulo (1 to 30), and of the same number of days before. */
export async function getPeriod(actor: Actor, count: number): Promise<DashboardPeriod> {
  const days = getLastSaoPauloDays(2 * count, new Date());
  const [before, now] = await Promise.all([
    countFigures(actor, days.slice(0, count)),
    countFigures(actor, days.slice(count)),
  ]);
  return { now, before };
}

async function countFigures(actor: Actor, days: SaoPauloDay[]): Promise<PeriodFigures> {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) throw new Error("A period has days.");
  const period = { from: first.day, to: last.day, start: first.start, end: last.end };
  const [leads, messages, outcomes] = await Promise.all([
    countLeadsByDay(actor, days),
    countMessagesByDay(actor, days),
    countOutcomes(actor, period, "source", 0),
  ]);
  const sum = (counts: number[]) => counts.reduce((total, each) => total + each, 0);
  return {
    leads: sum(leads.flatMap(({ by_source }) => Object.values(by_source))),
    sent: sum(messages.map(({ sent }) => sent)),
    received: sum(messages.map(({ received }) => received)),
    won: outcomes[0]?.won ?? 0,
  };
}
