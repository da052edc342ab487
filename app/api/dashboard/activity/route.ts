import { dashboard } from "@/lib/contracts/insights/dashboard";
import { getActivity } from "@/server/insights/dashboard/dashboard.service";
import { route } from "@/server/platform/http/route";

export const GET = route(dashboard.activity, ({ actor, query }) => getActivity(actor, query.days));
