import { subscription } from "@/lib/contracts/billing/subscription";
import { readOverview } from "@/server/billing/billing/subscription.service";
import { route } from "@/server/platform/http/route";

export const GET = route(subscription.overview, ({ actor }) => readOverview(actor));
