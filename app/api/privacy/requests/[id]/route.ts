import { privacy } from "@/lib/contracts/privacy/privacy";
import { route } from "@/server/platform/http/route";
import { getRequest } from "@/server/privacy/requests/requests.service";

export const GET = route(privacy.getRequest, ({ actor, params }) => getRequest(actor, params.id));
