import { events } from "@/lib/contracts/insights/events";
import { measureFunnel } from "@/server/insights/event-reports/funnel.service";
import { route } from "@/server/platform/http/route";

export const GET = route(events.funnel, ({ actor, query }) => measureFunnel(actor, query));
