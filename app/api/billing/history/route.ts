import { subscription } from "@/lib/contracts/billing/subscription";
import { listEntries } from "@/server/billing/billing/subscription.service";
import { route } from "@/server/platform/http/route";

export const GET = route(subscription.history, ({ actor }) => listEntries(actor));
