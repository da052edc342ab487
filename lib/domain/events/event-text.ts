import { LEAD_SOURCE_LABEL, type LeadSource } from "@/lib/domain/leads/lead-list";
import { lowerFirst } from "@/lib/domain/text/lower-first";
import { formatNumber } from "@/lib/format";
import { EVENT_TYPES, type EventType } from "./event-types";

const STATUS: Record<string, string> = {
  completed: "concluída",
  stopped: "parada",
  error: "com erro",
};

type Metadata = Record<string, unknown>;

/** An event in a few words: its type, how many, where from and how it went. */
export function describeEvent({
  event_type,
  quantity,
  metadata,
}: {
  event_type: string;
  quantity: number;
  metadata: Metadata;
}): string {
  return [
    countEvents(event_type, quantity),
    ...keepTexts([metadata["name"], sourceOf(metadata), statusOf(metadata), metadata["detail"]]),
  ].join(" · ");
}

/** "Lead criado", "37 mensagens enviadas"; an unknown type is returned unchanged. */
export function countEvents(eventType: string, count: number): string {
  const type = EVENT_TYPES[eventType as EventType];
  if (!type) return eventType;
  return count === 1 ? type.label : `${formatNumber(count)} ${lowerFirst(type.description)}`;
}

export function sourceOf(metadata: Metadata): string | undefined {
  return LEAD_SOURCE_LABEL[metadata["source"] as LeadSource];
}

export function statusOf(metadata: Metadata): string | undefined {
  return STATUS[String(metadata["status"])];
}

/** The metadata of an event may have any shape. */
export function keepTexts(texts: unknown[]): string[] {
  return texts.filter((text): text is string => typeof text === "string" && text !== "");
}
