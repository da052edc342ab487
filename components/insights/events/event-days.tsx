import { useId } from "react";
import { useNow } from "@/components/shared/state/use-now";
import type { EventLine } from "@/lib/contracts/insights/event-story";
import { nameDay } from "@/lib/domain/time/day-name";
import { getSaoPauloDay } from "@/lib/domain/time/sao-paulo-day";
import { EventLineRow } from "./event-line";

/** Lines below the names of their days, in their given order. */
export function EventDays({ lines }: { lines: EventLine[] }) {
  const now = useNow();
  const today = getSaoPauloDay(now);
  return groupByDay(lines).map(({ day, lines: ofDay }) => (
    <EventDay key={day} name={nameDay(day, today)} lines={ofDay} />
  ));
}

function EventDay({ name, lines }: { name: string; lines: EventLine[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-border border-t first:border-t-0">
      <h3
        id={id}
        className="px-5 pt-4 pb-1 font-semibold text-[0.8125rem] text-muted-foreground first-letter:uppercase"
      >
        {name}
      </h3>
      <ul className="pb-2">
        {lines.map((line) => (
          <EventLineRow key={`${line.event_type} ${line.subject}`} line={line} />
        ))}
      </ul>
    </section>
  );
}

function groupByDay(lines: EventLine[]): { day: string; lines: EventLine[] }[] {
  const days: { day: string; lines: EventLine[] }[] = [];
  for (const line of lines) {
    const current = days.at(-1);
    if (current?.day === line.day) current.lines.push(line);
    else days.push({ day: line.day, lines: [line] });
  }
  return days;
}
