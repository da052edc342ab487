import { subscription } from "@/lib/contracts/subscription";
import { openPortal } from "@/server/billing/subscription.service";
import { route } from "@/server/http/route";

export const POST = route(subscription.portal, ({ actor }) => openPortal(actor));
