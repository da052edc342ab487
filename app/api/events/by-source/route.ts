import { events } from "@/lib/contracts/events";
import { countSources } from "@/server/event-reports/event-reports.service";
import { route } from "@/server/http/route";

export const GET = route(events.bySource, ({ actor, query }) => countSources(actor, query));
