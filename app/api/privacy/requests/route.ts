import { privacy } from "@/lib/contracts/privacy/privacy";
import { route } from "@/server/platform/http/route";
import { createRequest, listRequests } from "@/server/privacy/requests/requests.service";

export const GET = route(privacy.listRequests, ({ actor, query }) => listRequests(actor, query));
export const POST = route(privacy.createRequest, ({ actor, body }) => createRequest(actor, body));
