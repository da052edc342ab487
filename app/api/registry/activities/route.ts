import { registry } from "@/lib/contracts/registry/registry";
import { route } from "@/server/platform/http/route";
import { listActivities } from "@/server/registry/registry/registry.service";

export const GET = route(registry.activities, ({ query }) => listActivities(query.search));
