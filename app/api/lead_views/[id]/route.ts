import { leadViews } from "@/lib/contracts/leads/lead-views";
import { deleteLeadView, updateLeadView } from "@/server/leads/lead-views/lead-views.service";
import { route } from "@/server/platform/http/route";

export const PUT = route(leadViews.update, ({ actor, params, body }) =>
  updateLeadView(actor, params.id, body),
);
export const DELETE = route(leadViews.remove, ({ actor, params }) =>
  deleteLeadView(actor, params.id),
);
