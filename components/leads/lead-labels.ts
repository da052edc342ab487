import { LEAD_SOURCE_LABEL, type LeadSource } from "@/lib/domain/lead-list";

export { LEAD_SOURCE_LABEL } from "@/lib/domain/lead-list";
export { LEAD_STATUS_LABEL } from "@/lib/domain/lead-status";

export function leadSourceLabel(source: string): string {
  return source in LEAD_SOURCE_LABEL ? LEAD_SOURCE_LABEL[source as LeadSource] : source;
}
