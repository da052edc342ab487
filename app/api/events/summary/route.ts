import { eventReports } from "@/lib/contracts/insights/event-reports";
import { summarizeEvents } from "@/server/insights/event-reports/event-reports.service";
import { route } from "@/server/platform/http/route";

export const GET = route(eventReports.summary, ({ actor, query }) => summarizeEvents(actor, query));
