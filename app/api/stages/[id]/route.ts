import { stages } from "@/lib/contracts/leads/stages";
import { updateStage } from "@/server/leads/stages/stages.service";
import { route } from "@/server/platform/http/route";

export const PUT = route(stages.update, ({ actor, params, body }) =>
  updateStage(actor, params.id, body),
);
