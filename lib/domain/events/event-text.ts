import { LEAD_SOURCE_LABEL, type LeadSource } from "@/lib/domain/leads/lead-list";
import { formatNumber } from "@/lib/format";
import { EVENT_TYPES, type EventType } from "./event-types";

const STATUS: Record<string, string> = {
  completed: "concluída",
  stopped: "parada",
  error: "com erro",
};

/** An event in a few words: its type, how many, where from and how it went. */
export function describeEvent({
  event_type,
  quantity,
  metadata,
}: {
  event_type: string;
  quantity: number;
  metadata: Record<string, unknown>;
}): string {
  const type = EVENT_TYPES[event_type as EventType];
  if (!type) return event_type;
  const what =
    quantity === 1 ? type.label : `${formatNumber(quantity)} ${lowerFirst(type.description)}`;
  const details = [
    metadata["name"],
    LEAD_SOURCE_LABEL[metadata["source"] as LeadSource],
    STATUS[String(metadata["status"])],
    metadata["detail"],
  ].filter((detail) => typeof detail === "string" && detail !== "");
  return [what, ...details].join(" · ");
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
