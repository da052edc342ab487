import { leads } from "@/lib/contracts/leads/leads";
import { listDeletions } from "@/server/leads/leads/lead-deletions.service";
import { route } from "@/server/platform/http/route";

export const GET = route(leads.deletions, ({ actor }) => listDeletions(actor));
