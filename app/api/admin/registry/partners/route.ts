import { registryPartners } from "@/lib/contracts/registry/registry-partners";
import { route } from "@/server/platform/http/route";
import {
  getPartnersChoice,
  setPartnersChoice,
} from "@/server/registry/partner-choice/partner-choice.service";

export const GET = route(registryPartners.get, () => getPartnersChoice());
export const PUT = route(registryPartners.set, ({ actor, body }) => setPartnersChoice(actor, body));
