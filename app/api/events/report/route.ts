import { eventReports } from "@/lib/contracts/insights/event-reports";
import { reportEvents } from "@/server/insights/event-reports/event-reports.service";
import { route } from "@/server/platform/http/route";

export const GET = route(eventReports.report, ({ actor, query }) => reportEvents(actor, query));
