import type { ScheduledMessage } from "@/lib/contracts/messaging/scheduled-messages";
import { nameMoment } from "@/lib/domain/campaigns/activity-standing";

/** When a scheduled message goes out, or why it did not, as a sentence. */
export function describeScheduled(
  { state, send_at, stays, detail }: ScheduledMessage,
  now: Date,
): string {
  if (state === "answered") return "Não saiu: a pessoa respondeu antes.";
  if (state === "failed") return `Não saiu: ${detail ?? "não foi possível enviar."}`;
  const when = `Sai ${nameMoment(send_at, now)}`;
  if (detail) return `${when} · ${detail}`;
  return stays ? `${when}, mesmo com resposta` : when;
}
