import { registry } from "@/lib/contracts/registry";
import { route } from "@/server/http/route";
import { listActivities } from "@/server/registry/registry.service";

export const GET = route(registry.activities, ({ query }) => listActivities(query.search));
