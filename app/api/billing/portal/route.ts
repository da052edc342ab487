import { subscription } from "@/lib/contracts/billing/subscription";
import { openPortal } from "@/server/billing/billing/subscription.service";
import { route } from "@/server/platform/http/route";

export const POST = route(subscription.portal, ({ actor, body }) => openPortal(actor, body));
