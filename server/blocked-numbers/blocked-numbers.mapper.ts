import type { OptOut } from "@/lib/contracts/opt-outs";
import type { OptOutRow } from "@/server/opt-outs/opt-outs.service";

export function toOptOut(row: OptOutRow): OptOut {
  return {
    id: row.id,
    number: toShownNumber(row.number),
    lead_id: row.lead_id,
    name: row.name,
    source: row.source,
    words: row.words,
    since: row.said_at.toISOString(),
  };
}

/** An opaque chat id says nothing to a person. */
export function toShownNumber(number: string): string | null {
  return number.includes("@") ? null : number;
}
