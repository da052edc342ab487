import { leadMerges } from "@/lib/contracts/leads/lead-merges";
import { undoMerge } from "@/server/leads/merges/lead-merges.service";
import { route } from "@/server/platform/http/route";

export const POST = route(leadMerges.undo, ({ actor, params }) => undoMerge(actor, params.id));
