import { eventStory } from "@/lib/contracts/insights/event-story";
import { listStory } from "@/server/insights/event-reports/event-story.service";
import { route } from "@/server/platform/http/route";

export const GET = route(eventStory.lines, ({ actor, query }) => listStory(actor, query));
