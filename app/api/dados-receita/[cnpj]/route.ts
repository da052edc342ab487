import { registry } from "@/lib/contracts/registry";
import { route } from "@/server/http/route";
import { getRegistryCompany } from "@/server/registry/registry.service";

export const GET = route(registry.get, ({ actor, params }) =>
  getRegistryCompany(actor, params.cnpj),
);
