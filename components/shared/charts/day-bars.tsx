"use client";

import { useState } from "react";
import { cn } from "@/components/ui/cn";
import { getAxisTicks } from "@/lib/domain/events/axis-ticks";
import { formatDay, formatNumber } from "@/lib/format";

/** One stacked series: its key in each day, its label and its palette colour. */
export interface DaySeries {
  key: string;
  label: string;
  tone: "primary" | "success" | "info" | "danger" | "foreground" | "muted-foreground" | "input";
}

export interface DayBarsProps {
  /** "2026-01-31", oldest first. */
  days: ({ day: string } & Record<string, number | string>)[];
  series: DaySeries[];
  /** Names a row if the rows are not days. */
  formatRow?: (row: string) => string;
  /** False for figures whose sum means nothing: their bars are drawn side by side. */
  stacked?: boolean;
}

export const TONES: Record<DaySeries["tone"], string> = {
  primary: "bg-primary",
  success: "bg-success",
  info: "bg-info",
  danger: "bg-danger",
  foreground: "bg-foreground",
  "muted-foreground": "bg-muted-foreground",
  input: "bg-input",
};

const MAX_LABELS = 7;

/** Only the drawing: the table below it contains the same figures, for people who cannot see or point. */
export function DayBars({ days, series, formatRow, stacked = true }: DayBarsProps) {
  const [pointed, setPointed] = useState<number | null>(null);
  const heights = days.map((day) => {
    const counts = series.map(({ key }) => Number(day[key] ?? 0));
    return stacked ? counts.reduce((total, count) => total + count, 0) : Math.max(...counts);
  });
  const ticks = getAxisTicks(Math.max(0, ...heights));
  const top = ticks.at(-1) ?? 1;
  const labelEvery = Math.ceil(days.length / MAX_LABELS);
  const name = formatRow ?? formatDay;
  const pointedDay = pointed === null ? undefined : days[pointed];
  return (
    <div className="flex h-full gap-2 text-muted-foreground text-xs tabular-nums">
      <ol className="flex shrink-0 flex-col-reverse justify-between pb-4 text-right leading-4">
        {ticks.map((tick) => (
          <li key={tick}>{formatNumber(tick)}</li>
        ))}
      </ol>
      <div className="relative min-w-0 flex-1" onPointerLeave={() => setPointed(null)}>
        {/* Half a line of text lies above and below the first and the last number of the axis. */}
        <div className="absolute inset-x-0 top-2 bottom-6 flex flex-col justify-between">
          {ticks.map((tick) => (
            <div key={tick} className="h-px bg-border" />
          ))}
        </div>
        <div className="absolute inset-x-0 top-2 bottom-0 flex">
          {days.map((day, at) => (
            <div
              key={day.day}
              className={cn("flex min-w-0 flex-1 flex-col", at === pointed && "bg-accent/60")}
              onPointerEnter={() => setPointed(at)}
            >
              <div
                className={cn(
                  "flex min-h-0 flex-1 px-[10%] *:rounded-t-none",
                  stacked ? "flex-col-reverse" : "items-end gap-px",
                )}
              >
                {series.map(({ key, tone }) => (
                  <div
                    key={key}
                    className={cn(
                      "min-w-0 last:rounded-t-[3px]",
                      TONES[tone],
                      !stacked && "flex-1",
                    )}
                    style={{ height: `${(Number(day[key] ?? 0) / top) * 100}%` }}
                  />
                ))}
              </div>
              <div className="flex h-6 items-end justify-center whitespace-nowrap leading-4">
                {at % labelEvery === 0 && (
                  <span className={cn(days.length <= MAX_LABELS && "truncate")}>
                    {formatRow?.(day.day) ?? formatDay(day.day).slice(0, 5)}
                  </span>
                )}
              </div>
            </div>
          ))}
        </div>
        {pointed !== null && pointedDay && (
          <div
            className="pointer-events-none absolute top-0 z-10 max-w-[48%] rounded-lg border border-border bg-popover px-3 py-2 text-[0.8125rem] text-foreground shadow-popover"
            style={
              pointed < days.length / 2
                ? { left: `${((pointed + 1) / days.length) * 100}%` }
                : { right: `${(1 - pointed / days.length) * 100}%` }
            }
          >
            <p className="font-medium">{name(pointedDay.day)}</p>
            {series.map(({ key, label, tone }) => (
              <p key={key} className="flex items-baseline gap-1.5">
                <span className={cn("size-2 shrink-0 rounded-full", TONES[tone])} />
                {label}: {formatNumber(Number(pointedDay[key] ?? 0))}
              </p>
            ))}
          </div>
        )}
      </div>
    </div>
  );
}
