import { handovers } from "@/lib/contracts/accounts/handovers";
import { listHandovers } from "@/server/custody/leaving/leaving.service";
import { route } from "@/server/platform/http/route";

export const GET = route(handovers.list, ({ actor }) => listHandovers(actor));
