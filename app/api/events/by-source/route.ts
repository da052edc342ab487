import { eventReports } from "@/lib/contracts/insights/event-reports";
import { countSources } from "@/server/insights/event-reports/event-reports.service";
import { route } from "@/server/platform/http/route";

export const GET = route(eventReports.bySource, ({ actor, query }) => countSources(actor, query));
