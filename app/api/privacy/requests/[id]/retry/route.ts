import { privacy } from "@/lib/contracts/privacy/privacy";
import { route } from "@/server/platform/http/route";
import { retryErasure } from "@/server/privacy/requests/requests.service";

export const POST = route(privacy.retryErasure, ({ actor, params }) =>
  retryErasure(actor, params.id),
);
