import type { DaySeries } from "@/components/shared/day-bars";
import { LEAD_SOURCES, type LeadSource } from "@/lib/domain/leads/lead-list";
import { LEAD_SOURCE_LABEL, leadSourceLabel } from "./lead-labels";

const TONE: Record<LeadSource, DaySeries["tone"]> = {
  google_pages: "primary",
  google_maps: "info",
  receita: "foreground",
  import: "muted-foreground",
  whatsapp_contacts: "success",
  manual: "input",
};

/** A series for every source that occurs, the known ones in their order. */
export function leadSourceSeries(days: { by_source: Record<string, number> }[]): DaySeries[] {
  const found = new Set(days.flatMap(({ by_source }) => Object.keys(by_source)));
  const known = LEAD_SOURCES.filter((source) => found.has(source));
  const others = [...found].filter((source) => !(source in LEAD_SOURCE_LABEL));
  return [...known, ...others].map((source) => ({
    key: source,
    label: leadSourceLabel(source),
    tone: TONE[source as LeadSource] ?? "danger",
  }));
}
