import { registry } from "@/lib/contracts/registry/registry";
import { route } from "@/server/platform/http/route";
import { countRegistry } from "@/server/registry/registry/registry.service";

export const GET = route(registry.counts, ({ query }) => countRegistry(query));
