import { stages } from "@/lib/contracts/leads/stages";
import { reorderStages } from "@/server/leads/stages/stages.service";
import { route } from "@/server/platform/http/route";

export const PUT = route(stages.reorder, ({ actor, body }) => reorderStages(actor, body.ids));
