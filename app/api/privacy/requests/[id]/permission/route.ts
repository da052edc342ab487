import { privacy } from "@/lib/contracts/privacy/privacy";
import { route } from "@/server/platform/http/route";
import { allowAgain } from "@/server/privacy/requests/requests.service";

export const POST = route(privacy.allowAgain, ({ actor, params }) => allowAgain(actor, params.id));
