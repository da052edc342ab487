import { credits } from "@/lib/contracts/accounts/credits";
import { getCreditStatus } from "@/server/accounts/credits/credits.service";
import { route } from "@/server/platform/http/route";

export const GET = route(credits.status, ({ actor }) => getCreditStatus(actor.ownerId));
