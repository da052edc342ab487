import { leadBulk } from "@/lib/contracts/leads/lead-bulk";
import { undoEdit } from "@/server/leads/lead-table/lead-edits-undo.service";
import { route } from "@/server/platform/http/route";

export const POST = route(leadBulk.undo, ({ actor, params }) => undoEdit(actor, params.id));
