import { leads } from "@/lib/contracts/leads";
import { route } from "@/server/http/route";
import { listDeletions } from "@/server/leads/lead-deletions.service";

export const GET = route(leads.deletions, ({ actor }) => listDeletions(actor));
