import { subscription } from "@/lib/contracts/subscription";
import { listEntries } from "@/server/billing/subscription.service";
import { route } from "@/server/http/route";

export const GET = route(subscription.history, ({ actor }) => listEntries(actor));
