"use client";

import { useId } from "react";
import { cn } from "@/components/ui/cn";
import { formatDay, formatNumber } from "@/lib/format";
import { DayBars, type DayBarsProps, TONES } from "./day-bars";

interface DayChartProps extends DayBarsProps {
  /** Describes the figures to screen readers. */
  title: string;
  /** The heading of the rows if they are not days. */
  rowLabel?: string;
}

/** Stacked bars by day, with the same figures in an expandable table. */
export function DayChart({
  title,
  days,
  series,
  rowLabel = "Dia",
  formatRow = formatDay,
  stacked = true,
}: DayChartProps) {
  const id = useId();
  return (
    <figure aria-labelledby={id}>
      <figcaption id={id} className="sr-only">
        {title}
      </figcaption>
      <div className="h-56" aria-hidden>
        <DayBars
          days={days}
          series={series}
          stacked={stacked}
          {...(formatRow !== formatDay && { formatRow })}
        />
      </div>
      {series.length > 1 && (
        <ul
          className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-muted-foreground text-xs"
          aria-hidden
        >
          {series.map(({ key, label, tone }) => (
            <li key={key} className="flex items-center gap-1.5">
              <span className={cn("size-2 rounded-full", TONES[tone])} />
              {label}
            </li>
          ))}
        </ul>
      )}
      <details className="mt-2 text-[0.8125rem]">
        <summary className="w-fit cursor-pointer rounded text-muted-foreground hover:text-foreground">
          Ver em tabela
        </summary>
        <section
          aria-label={title}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
          tabIndex={0}
          className="relative mt-2 max-h-64 overflow-auto focus-visible:-outline-offset-2"
        >
          <table className="w-full tabular-nums">
            <thead>
              <tr className="border-border border-b text-left text-muted-foreground">
                <th scope="col" className="py-1 font-medium">
                  {rowLabel}
                </th>
                {series.map(({ key, label }) => (
                  <th key={key} scope="col" className="py-1 text-right font-medium">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {days.map((each) => (
                <tr key={each.day} className="border-border/60 border-b last:border-0">
                  <th scope="row" className="py-1 text-left font-normal">
                    {formatRow(each.day)}
                  </th>
                  {series.map(({ key }) => (
                    <td key={key} className="py-1 text-right">
                      {formatNumber(Number(each[key] ?? 0))}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </figure>
  );
}
