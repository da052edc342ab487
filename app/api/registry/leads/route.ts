import { registry } from "@/lib/contracts/registry/registry";
import { saveRegistryCompanies } from "@/server/discovery/searches/searches.service";
import { route } from "@/server/platform/http/route";

export const POST = route(registry.save, ({ actor, body }) => saveRegistryCompanies(actor, body));
