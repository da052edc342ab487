import { companies } from "@/lib/contracts/registry/companies";
import { route } from "@/server/platform/http/route";
import { listEstablishments } from "@/server/registry/companies/companies.service";

export const GET = route(companies.establishments, ({ params, query }) =>
  listEstablishments(params.cnpj, query.after),
);
