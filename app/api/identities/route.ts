import { identities } from "@/lib/contracts/accounts/identities";
import { listWays } from "@/server/accounts/identities/identities.service";
import { route } from "@/server/platform/http/route";

export const GET = route(identities.list, ({ actor }) => listWays(actor));
