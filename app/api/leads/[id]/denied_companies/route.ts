import { companies } from "@/lib/contracts/registry/companies";
import { route } from "@/server/platform/http/route";
import { denyCompany } from "@/server/registry/lead-questions/lead-questions.service";

export const POST = route(companies.deny, ({ actor, params, body }) =>
  denyCompany(actor, params.id, body.cnpj),
);
