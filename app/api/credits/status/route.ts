import { credits } from "@/lib/contracts/credits";
import { getCreditStatus } from "@/server/credits/credits.service";
import { route } from "@/server/http/route";

export const GET = route(credits.status, ({ actor }) => getCreditStatus(actor.userId));
