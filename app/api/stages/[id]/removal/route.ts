import { stages } from "@/lib/contracts/leads/stages";
import { removeStage } from "@/server/leads/lead-table/stage-removal.service";
import { route } from "@/server/platform/http/route";

export const POST = route(stages.remove, ({ actor, params, body }) =>
  removeStage(actor, params.id, body.move_to),
);
