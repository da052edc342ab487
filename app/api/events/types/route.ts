import { events } from "@/lib/contracts/insights/events";
import { describeTypes } from "@/server/insights/event-reports/event-reports.service";
import { route } from "@/server/platform/http/route";

export const GET = route(events.types, () => describeTypes());
