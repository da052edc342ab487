"use client";

import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
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
  /** Names a row where the rows are not days. */
  formatRow?: (row: string) => string;
  /** False for figures whose sum says nothing: their bars stand side by side. */
  stacked?: boolean;
}

const AXIS = { fontSize: 12, fill: "var(--muted-foreground)" };

/** Only the drawing, loaded lazily: recharts is as large as the rest of the page. */
export default function DayBars({ days, series, formatRow, stacked = true }: DayBarsProps) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      {/* aria-hidden, because the table below holds the same figures: nothing inside may take the focus. */}
      <BarChart
        accessibilityLayer={false}
        data={days}
        margin={{ top: 8, right: 0, bottom: 0, left: -24 }}
      >
        <CartesianGrid vertical={false} stroke="var(--border)" />
        <XAxis
          dataKey="day"
          tickFormatter={(day: string) => formatRow?.(day) ?? formatDay(day).slice(0, 5)}
          tick={AXIS}
          tickLine={false}
          axisLine={false}
          minTickGap={16}
        />
        <YAxis allowDecimals={false} tick={AXIS} tickLine={false} axisLine={false} />
        <Tooltip
          cursor={{ fill: "var(--accent)" }}
          labelFormatter={(day) => (formatRow ?? formatDay)(String(day))}
          formatter={(value) => formatNumber(Number(value))}
          contentStyle={{
            background: "var(--popover)",
            border: "1px solid var(--border)",
            borderRadius: "0.5rem",
            fontSize: "0.8125rem",
          }}
        />
        {series.map(({ key, label, tone }, index) => (
          <Bar
            key={key}
            dataKey={key}
            name={label}
            stackId={stacked ? "day" : key}
            fill={`var(--${tone})`}
            isAnimationActive={false}
            {...(index === series.length - 1 && { radius: [3, 3, 0, 0] })}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}
