import { leads } from "@/lib/contracts/leads/leads";
import { deleteLead, getLead, updateLead } from "@/server/leads/leads/leads.service";
import { route } from "@/server/platform/http/route";

export const GET = route(leads.get, ({ actor, params }) => getLead(actor, params.id));

export const PUT = route(leads.update, ({ actor, params, body }) =>
  updateLead(actor, params.id, body),
);

export const DELETE = route(leads.remove, ({ actor, params }) => deleteLead(actor, params.id));
