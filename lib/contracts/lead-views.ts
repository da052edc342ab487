import * as z from "zod/mini";
import { LEAD_SORTS } from "@/lib/domain/leads/lead-list";
import { LEAD_COLUMNS, LEAD_VIEW_NAME_MAX_LENGTH } from "@/lib/domain/leads/lead-view";
import { requiredText } from "@/lib/domain/text/required-text";
import { endpoint } from "./endpoint";
import { arrayOf, IdParam } from "./fields";
import { LeadFilter } from "./lead-filter";

const FilterText = z.optional(z.string().check(z.maxLength(2_500)));

/** The filter as it is sent, not as it is parsed. */
const FilterTexts = z
  .strictObject({
    search: FilterText,
    status: FilterText,
    list_id: FilterText,
    source: FilterText,
    city: FilterText,
    created_from: FilterText,
    created_to: FilterText,
  })
  .check(z.refine((filter) => LeadFilter.safeParse(filter).success, "Filtro inválido."));

const LeadViewSettings = z.strictObject({
  filter: FilterTexts,
  sort: z.enum(LEAD_SORTS),
  direction: z.enum(["asc", "desc"]),
  /** The ones shown, besides the name. */
  columns: arrayOf(z.enum(LEAD_COLUMNS), { max: LEAD_COLUMNS.length }),
});
export type LeadViewSettings = z.infer<typeof LeadViewSettings>;

export const LeadView = z.object({ id: z.number(), name: z.string(), settings: LeadViewSettings });
export type LeadView = z.infer<typeof LeadView>;

export const LeadViewName = z.object({
  name: requiredText("Informe o nome da visão.", LEAD_VIEW_NAME_MAX_LENGTH),
});

export const NewLeadView = z.strictObject({
  ...LeadViewName.shape,
  settings: LeadViewSettings,
});
export type NewLeadView = z.infer<typeof NewLeadView>;

export const leadViews = {
  list: endpoint({
    method: "GET",
    path: "/api/lead_views",
    access: "member",
    summary: "My views of the leads table, by name",
    response: z.object({ lead_views: z.array(LeadView) }),
  }),
  create: endpoint({
    method: "POST",
    path: "/api/lead_views",
    access: "member",
    summary: "Keep a search, its filters, order and columns under a name",
    body: NewLeadView,
    status: 201,
    response: z.object({ lead_view: LeadView }),
  }),
  update: endpoint({
    method: "PUT",
    path: "/api/lead_views/{id}",
    access: "member",
    summary: "Rename or change a view",
    params: IdParam,
    body: NewLeadView,
    response: z.object({ lead_view: LeadView }),
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/lead_views/{id}",
    access: "member",
    summary: "Delete a view; its leads stay",
    params: IdParam,
    response: z.object({ success: z.literal(true) }),
  }),
};
