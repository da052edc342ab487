import { companies } from "@/lib/contracts/registry/companies";
import { route } from "@/server/platform/http/route";
import { listPartners } from "@/server/registry/companies/companies.service";

export const GET = route(companies.partners, ({ params }) => listPartners(params.cnpj));
