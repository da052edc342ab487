import { registry } from "@/lib/contracts/registry";
import { route } from "@/server/http/route";
import { searchRegistry } from "@/server/registry/registry.service";

export const GET = route(registry.search, ({ actor, query }) => searchRegistry(actor, query));
