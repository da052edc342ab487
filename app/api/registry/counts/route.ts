import { registry } from "@/lib/contracts/registry";
import { route } from "@/server/http/route";
import { countRegistry } from "@/server/registry/registry.service";

export const GET = route(registry.counts, ({ query }) => countRegistry(query));
