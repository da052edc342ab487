import type { EventCount } from "@/lib/contracts/insights/event-reports";
import { EVENT_TYPE_NAMES, EVENT_TYPES, type EventType } from "@/lib/domain/events/event-types";
import { countOf, formatNumber } from "@/lib/format";
import { EventIcon } from "./event-icon";

/** A card per type that happened in the period, in the order of the work. */
export function EventSummary({ summary }: { summary: EventCount[] }) {
  const counts = new Map(summary.map((each) => [each.event_type, each]));
  const shown = EVENT_TYPE_NAMES.flatMap((type) => counts.get(type) ?? []);
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] gap-3">
      {shown.map(({ event_type, count, credits_used }) => (
        <li
          key={event_type}
          className="flex min-w-0 items-start gap-3 rounded-xl border border-border bg-card p-3 shadow-card sm:p-4"
        >
          <EventIcon type={event_type} />
          <p className="min-w-0">
            <span className="block font-semibold text-xl tabular-nums leading-tight tracking-tight">
              {formatNumber(count)}
            </span>
            <span className="block text-pretty text-muted-foreground text-sm">
              {EVENT_TYPES[event_type as EventType].description}
            </span>
            {credits_used > 0 && (
              <span className="block text-muted-foreground text-xs">
                {countOf(credits_used, "crédito", "créditos")}
              </span>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}
