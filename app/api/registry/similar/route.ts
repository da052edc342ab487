import { companies } from "@/lib/contracts/registry/companies";
import { route } from "@/server/platform/http/route";
import { findSimilar } from "@/server/registry/similar/similar.service";

export const POST = route(companies.similar, ({ actor, body }) => findSimilar(actor, body));
