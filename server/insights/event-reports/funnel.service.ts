import type { z } from "zod/mini";
import type { EventFunnel, eventReports } from "@/lib/contracts/insights/event-reports";
import { getActivity } from "@/server/campaigns/campaigns/plan/activities.service";
import { requireList } from "@/server/leads/lists/lists.service";
import type { Actor } from "@/server/platform/actor";
import { requirePeriod } from "./event-reports.service";
import { countFunnel } from "./funnel.repository";

/**
 * How far leads came: those of a campaign, else of a list, else those created in the period, of one source if given.
 * @throws AppError not_found for another account's list or campaign
 */
export async function measureFunnel(
  actor: Actor,
  { list_id, activity_id, source, ...query }: z.output<typeof eventReports.funnel.query>,
): Promise<EventFunnel> {
  if (activity_id !== undefined) await getActivity(actor, activity_id);
  if (list_id !== undefined) await requireList(actor.ownerId, list_id);
  return countFunnel(actor.ownerId, {
    period: requirePeriod(query),
    listId: list_id ?? null,
    campaignId: activity_id ?? null,
    source: source ?? null,
  });
}
