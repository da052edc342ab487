import { eventReports } from "@/lib/contracts/insights/event-reports";
import { measureFunnel } from "@/server/insights/event-reports/funnel.service";
import { route } from "@/server/platform/http/route";

export const GET = route(eventReports.funnel, ({ actor, query }) => measureFunnel(actor, query));
