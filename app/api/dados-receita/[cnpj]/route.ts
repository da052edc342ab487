import { registry } from "@/lib/contracts/registry/registry";
import { route } from "@/server/platform/http/route";
import { getRegistryCompany } from "@/server/registry/registry/registry.service";

export const GET = route(registry.get, ({ actor, params }) =>
  getRegistryCompany(actor, params.cnpj),
);
