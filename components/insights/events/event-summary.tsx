import { useId, useState } from "react";
import { cn } from "@/components/ui/cn";
import type { EventCount } from "@/lib/contracts/insights/event-reports";
import { EVENT_TYPE_NAMES, EVENT_TYPES, type EventType } from "@/lib/domain/events/event-types";
import { countOf, formatNumber } from "@/lib/format";
import { EventIcon } from "./event-icon";

/** The main results; shown even if there were none. */
const MAIN: EventType[] = ["lead_created", "message_sent", "message_received", "lead_closed"];

/** So many other types have room in one line, on a phone too. */
const FEW = 1;

/**
 * How often each type happened: the main results large, the other types in a line below, which opens. What is under it
 * never moves while they are loaded.
 */
export function EventSummary({ summary }: { summary: EventCount[] }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const counts = new Map(summary.map((each) => [each.event_type, each]));
  const others = EVENT_TYPE_NAMES.flatMap((type) =>
    MAIN.includes(type) ? [] : (counts.get(type) ?? []),
  );
  return (
    <div>
      <ul className="grid grid-cols-2 xl:grid-cols-4 gap-x-4 gap-y-5 p-5">
        {MAIN.map((type) => (
          <MainCount key={type} type={type} counted={counts.get(type)} />
        ))}
      </ul>
      {others.length > 0 && (
        <div className="flex items-start gap-3 border-border border-t px-5 py-3">
          <ul
            id={id}
            className={cn(
              "flex min-w-0 flex-1 flex-wrap gap-x-5 gap-y-2 text-[0.8125rem] text-muted-foreground leading-6",
              !open && "h-6 overflow-hidden",
            )}
          >
            {others.map(({ event_type, count, credits_used }) => (
              <li key={event_type} className="flex items-center gap-1.5">
                <EventIcon type={event_type} small />
                <span>
                  <span className="font-medium text-foreground tabular-nums">
                    {formatNumber(count)}
                  </span>{" "}
                  {EVENT_TYPES[event_type as EventType][count === 1 ? "label" : "description"]}
                  {credits_used > 0 && ` · ${countOf(credits_used, "crédito", "créditos")}`}
                </span>
              </li>
            ))}
          </ul>
          {others.length > FEW && (
            <button
              type="button"
              aria-expanded={open}
              aria-controls={id}
              className="shrink-0 rounded text-[0.8125rem] text-primary-text leading-6 underline-offset-4 hover:underline"
              onClick={() => setOpen(!open)}
            >
              {open ? "Ver menos" : "Ver todos"}
            </button>
          )}
        </div>
      )}
    </div>
  );
}

function MainCount({ type, counted }: { type: EventType; counted: EventCount | undefined }) {
  const { count = 0, credits_used = 0 } = counted ?? {};
  return (
    <li className="flex min-w-0 items-start gap-3">
      <EventIcon type={type} />
      <p className="min-w-0">
        <span className="block font-semibold text-2xl tabular-nums leading-8 tracking-tight">
          {formatNumber(count)}
        </span>
        <span className="block text-pretty text-muted-foreground text-sm">
          {EVENT_TYPES[type].description}
        </span>
        {credits_used > 0 && (
          <span className="block text-muted-foreground text-xs">
            {countOf(credits_used, "crédito", "créditos")}
          </span>
        )}
      </p>
    </li>
  );
}
