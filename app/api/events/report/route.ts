import { events } from "@/lib/contracts/events";
import { reportEvents } from "@/server/event-reports/event-reports.service";
import { route } from "@/server/http/route";

export const GET = route(events.report, ({ actor, query }) => reportEvents(actor, query));
