import { events } from "@/lib/contracts/events";
import { summarizeEvents } from "@/server/event-reports/event-reports.service";
import { route } from "@/server/http/route";

export const GET = route(events.summary, ({ actor, query }) => summarizeEvents(actor, query));
