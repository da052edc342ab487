import { events } from "@/lib/contracts/events";
import { listEvents } from "@/server/event-reports/event-reports.service";
import { route } from "@/server/http/route";

export const GET = route(events.list, ({ actor, query }) => listEvents(actor, query));
