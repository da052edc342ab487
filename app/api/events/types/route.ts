import { events } from "@/lib/contracts/events";
import { describeTypes } from "@/server/event-reports/event-reports.service";
import { route } from "@/server/http/route";

export const GET = route(events.types, () => describeTypes());
