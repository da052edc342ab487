import type { DaySeries } from "@/components/shared/charts/day-bars";
import { LEAD_SOURCES, type LeadSource } from "@/lib/domain/leads/lead-list";
import { getLeadSourceLabel, LEAD_SOURCE_LABEL } from "./lead-labels";

const TONE: Record<LeadSource, DaySeries["tone"]> = {
  google_pages: "primary",
  google_maps: "info",
  receita: "foreground",
  import: "muted-foreground",
  whatsapp_contacts: "success",
  manual: "input",
};

/** Builds a series for every source that occurs: known sources first, in their usual order. */
export function buildSourceSeries(days: { by_source: Record<string, number> }[]): DaySeries[] {
  const found = new Set(days.flatMap(({ by_source }) => Object.keys(by_source)));
  const known = LEAD_SOURCES.filter((source) => found.has(source));
  const others = [...found].filter((source) => !(source in LEAD_SOURCE_LABEL));
  return [...known, ...others].map((source) => ({
    key: source,
    label: getLeadSourceLabel(source),
    tone: TONE[source as LeadSource] ?? "danger",
  }));
}
