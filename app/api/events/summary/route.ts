import { events } from "@/lib/contracts/insights/events";
import { summarizeEvents } from "@/server/insights/event-reports/event-reports.service";
import { route } from "@/server/platform/http/route";

export const GET = route(events.summary, ({ actor, query }) => summarizeEvents(actor, query));
