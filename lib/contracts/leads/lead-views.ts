import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { arrayOf, IdParam } from "@/lib/contracts/shared/fields";
import { LEAD_SORTS } from "@/lib/domain/leads/lead-list";
import { LEAD_COLUMNS, LEAD_VIEW_NAME_MAX_LENGTH } from "@/lib/domain/leads/lead-view";
import { MOST_OWN_FIELDS } from "@/lib/domain/leads/own-fields";
import { requiredText } from "@/lib/domain/text/required-text";
import { leadFilterShape } from "./lead-filter";

/** A filter's value as it is sent, not as it is parsed. */
function filterText(field: z.ZodMiniType) {
  const isAccepted = (text: string) => z.safeParse(field, text).success;
  return z
    .optional(z.string().check(z.maxLength(2_500), z.refine(isAccepted, "Filtro inválido.")))
    .check(z.describe(z.globalRegistry.get(field)?.description ?? ""));
}

const FilterTexts = z.strictObject(
  Object.fromEntries(
    Object.entries(leadFilterShape).map(([name, field]) => [name, filterText(field)]),
  ) as Record<keyof typeof leadFilterShape, ReturnType<typeof filterText>>,
);

/** Of an own field, also of one that is gone by now. */
const OwnColumn = z
  .string()
  .check(z.maxLength(70), z.regex(/^own\.[a-z0-9_]{1,64}$/, "Coluna desconhecida."));

const LeadViewSettings = z.strictObject({
  filter: FilterTexts,
  sort: z.enum(LEAD_SORTS),
  direction: z.enum(["asc", "desc"]),
  /** Whether the leads are a table or a board of stages. */
  layout: z._default(z.enum(["table", "board"]), "table"),
  /** The ones shown, besides the name. */
  columns: arrayOf(z.union([z.enum(LEAD_COLUMNS), OwnColumn]), {
    max: LEAD_COLUMNS.length + MOST_OWN_FIELDS,
  }),
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
