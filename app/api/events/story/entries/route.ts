import { eventStory } from "@/lib/contracts/insights/event-story";
import { listStoryEntries } from "@/server/insights/event-reports/event-story.service";
import { route } from "@/server/platform/http/route";

export const GET = route(eventStory.entries, ({ actor, query }) => listStoryEntries(actor, query));
