"use client";

import { useQuery } from "@tanstack/react-query";
import { ChartColumn } from "lucide-react";
import type { DaySeries } from "@/components/shared/charts/day-bars";
import { DayChart } from "@/components/shared/charts/day-chart";
import { EVENT_TYPES, type EventType } from "@/lib/domain/events/event-types";
import { EventCard } from "./event-card";
import type { ChosenPeriod } from "./event-params";
import { eventQueries } from "./events.queries";

/** The chart shows the most frequent types only; the cards count every type. */
const CHARTED: { type: EventType; tone: DaySeries["tone"] }[] = [
  { type: "lead_created", tone: "primary" },
  { type: "message_sent", tone: "info" },
  { type: "message_received", tone: "success" },
  { type: "message_failed", tone: "danger" },
];

export function EventDaysCard({ period }: { period: ChosenPeriod }) {
  const report = useQuery(eventQueries.report(period));
  return (
    <EventCard
      title="Eventos por dia"
      query={report}
      isEmpty={({ days }) =>
        days.every(({ by_type }) => !CHARTED.some(({ type }) => by_type[type]))
      }
      empty={{
        icon: ChartColumn,
        title: "Nada neste período",
        description: "Leads criados e mensagens aparecem aqui, dia a dia.",
      }}
      className="lg:col-span-2"
    >
      {({ days }) => (
        <DayChart
          title="Eventos por dia e por tipo"
          days={days.map(({ day, by_type }) => ({ ...by_type, day }))}
          series={CHARTED.filter(({ type }) => days.some(({ by_type }) => by_type[type])).map(
            ({ type, tone }) => ({ key: type, label: EVENT_TYPES[type].description, tone }),
          )}
        />
      )}
    </EventCard>
  );
}
