import { events } from "@/lib/contracts/events";
import { aggregateEvents } from "@/server/event-reports/event-reports.service";
import { route } from "@/server/http/route";

export const GET = route(events.aggregate, ({ actor, query }) => aggregateEvents(actor, query));
