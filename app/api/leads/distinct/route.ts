import { duplicates } from "@/lib/contracts/leads/duplicates";
import { setDistinct } from "@/server/leads/duplicates/duplicates.service";
import { route } from "@/server/platform/http/route";

export const POST = route(duplicates.setDistinct, ({ actor, body }) => setDistinct(actor, body));
