import { leadViews } from "@/lib/contracts/lead-views";
import { route } from "@/server/http/route";
import { deleteLeadView, updateLeadView } from "@/server/lead-views/lead-views.service";

export const PUT = route(leadViews.update, ({ actor, params, body }) =>
  updateLeadView(actor, params.id, body),
);
export const DELETE = route(leadViews.remove, ({ actor, params }) =>
  deleteLeadView(actor, params.id),
);
