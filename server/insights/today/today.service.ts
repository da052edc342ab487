import { TODAY_COUNTED, TODAY_ROWS } from "@/lib/contracts/insights/today";
import { listWaitingCampaigns } from "@/server/campaigns/campaigns/plan/waiting-campaigns.service";
import { listRestingLeads } from "@/server/leads/stages/resting-leads.service";
import { listTasksUntilTonight } from "@/server/leads/tasks/tasks.service";
import { listWaitingChats } from "@/server/messaging/chat/waiting-chats.service";
import { listUnsentMessages } from "@/server/messaging/scheduled-messages/scheduled-messages.service";
import type { Actor } from "@/server/platform/actor";
import { listRadarNews } from "@/server/radar/radars/radars.service";

/** What waits for the actor, with one statement for each list. */
export async function getToday(actor: Actor) {
  const bounds = { limit: TODAY_ROWS, most: TODAY_COUNTED };
  const [replies, tasks, unsent, campaigns, radars, resting] = await Promise.all([
    listWaitingChats(actor, bounds),
    listTasksUntilTonight(actor, bounds),
    listUnsentMessages(actor, bounds),
    listWaitingCampaigns(actor, TODAY_ROWS),
    listRadarNews(actor.ownerId),
    listRestingLeads(actor, bounds),
  ]);
  return { replies, tasks, unsent, campaigns, radars, resting };
}
