import { leadViews } from "@/lib/contracts/leads/lead-views";
import { createLeadView, listLeadViews } from "@/server/leads/lead-views/lead-views.service";
import { route } from "@/server/platform/http/route";

export const GET = route(leadViews.list, ({ actor }) => listLeadViews(actor));
export const POST = route(leadViews.create, ({ actor, body }) => createLeadView(actor, body));
