import { lossReasons } from "@/lib/contracts/leads/stages";
import { deleteLossReason } from "@/server/leads/stages/stages.service";
import { route } from "@/server/platform/http/route";

export const DELETE = route(lossReasons.remove, ({ actor, params }) =>
  deleteLossReason(actor, params.id),
);
