import type { z } from "zod/mini";
import { readListParams, readSorting } from "@/components/shared/table/list-params";
import { leadFilterShape } from "@/lib/contracts/leads/lead-filter";
import type { LeadViewSettings } from "@/lib/contracts/leads/lead-views";
import { LEAD_PAGE_SIZES, type LeadQuery } from "@/lib/contracts/leads/leads";
import { LEAD_SORTS } from "@/lib/domain/leads/lead-list";

/** What a screen takes in: an answer of the API without `per_page` has ten. */
export const DEFAULT_PAGE_SIZE = 50;

export type LeadFilterName = Exclude<keyof typeof leadFilterShape, "search">;

const LEAD_FILTERS = Object.keys(leadFilterShape).filter(
  (name): name is LeadFilterName => name !== "search",
);

/** Clears every filter. */
export const NO_FILTERS = Object.fromEntries(LEAD_FILTERS.map((name) => [name, ""])) as Record<
  LeadFilterName,
  string
>;

/** The filter as the address holds it and the endpoints take it. */
export type LeadFilterTexts = LeadViewSettings["filter"];

export type LeadLayout = LeadViewSettings["layout"] & string;

/** The parameters of the leads screen beside those of every list. */
export const LEAD_PARAMETERS = ["sort", "direction", "layout", ...LEAD_FILTERS] as const;

type LeadParams = ReturnType<typeof readListParams<(typeof LEAD_PARAMETERS)[number]>>;

/** The leads screen's state as its address holds it, and the query made of it. */
export function toLeadList(params: LeadParams) {
  const { sort, direction } = readSorting(params, LEAD_SORTS);
  const filter: LeadFilterTexts = Object.fromEntries(
    ["search" as const, ...LEAD_FILTERS].flatMap((name) =>
      params[name] === "" ? [] : [[name, params[name]]],
    ),
  );
  const query: z.input<typeof LeadQuery> = {
    ...filter,
    page: params.page,
    per_page: params.pageSize,
    sort,
    direction,
    ...(params.after && { after: params.after }),
    ...(params.before && { before: params.before }),
  };
  const filterCount = LEAD_FILTERS.filter((name) => params[name] !== "").length;
  const layout: LeadLayout = params.layout === "board" ? "board" : "table";
  return { sort, direction, layout, filter, query, filterCount };
}

export function readLeadList(params: Pick<URLSearchParams, "get">) {
  return toLeadList(readListParams(params, LEAD_PAGE_SIZES, DEFAULT_PAGE_SIZE, LEAD_PARAMETERS));
}
