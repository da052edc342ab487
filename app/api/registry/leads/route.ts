import { registry } from "@/lib/contracts/registry";
import { route } from "@/server/http/route";
import { saveRegistryCompanies } from "@/server/searches/searches.service";

export const POST = route(registry.save, ({ actor, body }) => saveRegistryCompanies(actor, body));
