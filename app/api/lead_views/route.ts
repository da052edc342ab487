import { leadViews } from "@/lib/contracts/lead-views";
import { route } from "@/server/http/route";
import { createLeadView, listLeadViews } from "@/server/lead-views/lead-views.service";

export const GET = route(leadViews.list, ({ actor }) => listLeadViews(actor));
export const POST = route(leadViews.create, ({ actor, body }) => createLeadView(actor, body));
