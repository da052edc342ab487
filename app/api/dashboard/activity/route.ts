import { dashboard } from "@/lib/contracts/dashboard";
import { getActivity } from "@/server/dashboard/dashboard.service";
import { route } from "@/server/http/route";

export const GET = route(dashboard.activity, ({ actor, query }) => getActivity(actor, query.days));
