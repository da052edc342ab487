import { dashboard } from "@/lib/contracts/insights/dashboard";
import { getPeriod } from "@/server/insights/dashboard/dashboard.service";
import { route } from "@/server/platform/http/route";

export const GET = route(dashboard.period, ({ actor, query }) => getPeriod(actor, query.days));
