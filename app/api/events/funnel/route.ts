import { events } from "@/lib/contracts/events";
import { measureFunnel } from "@/server/event-reports/funnel.service";
import { route } from "@/server/http/route";

export const GET = route(events.funnel, ({ actor, query }) => measureFunnel(actor, query));
