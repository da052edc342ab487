import { eventReports } from "@/lib/contracts/insights/event-reports";
import { listEvents } from "@/server/insights/event-reports/event-reports.service";
import { route } from "@/server/platform/http/route";

export const GET = route(eventReports.list, ({ actor, query }) => listEvents(actor, query));
