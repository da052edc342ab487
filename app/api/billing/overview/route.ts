import { subscription } from "@/lib/contracts/subscription";
import { readOverview } from "@/server/billing/subscription.service";
import { route } from "@/server/http/route";

export const GET = route(subscription.overview, ({ actor }) => readOverview(actor));
