import { registry } from "@/lib/contracts/registry/registry";
import { route } from "@/server/platform/http/route";
import { searchRegistry } from "@/server/registry/registry/registry.service";

export const GET = route(registry.search, ({ actor, query }) => searchRegistry(actor, query));
