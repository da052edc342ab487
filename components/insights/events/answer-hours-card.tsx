"use client";

import { useQuery } from "@tanstack/react-query";
import { Clock } from "lucide-react";
import type { EventReport } from "@/lib/contracts/insights/event-reports";
import { countOf, formatNumber } from "@/lib/format";
import { EventCard } from "./event-card";
import type { ChosenPeriod } from "./event-params";
import { eventQueries } from "./events.queries";

const WEEKDAYS = [
  "segunda-feira",
  "terça-feira",
  "quarta-feira",
  "quinta-feira",
  "sexta-feira",
  "sábado",
  "domingo",
];
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const FEWEST_FOR_ADVICE = 20;

/** When people answer, by weekday and hour. */
export function AnswerHoursCard({ period }: { period: ChosenPeriod }) {
  const report = useQuery(eventQueries.report(period));
  return (
    <EventCard
      title="Respostas por dia da semana e hora"
      query={report}
      isEmpty={({ answers }) => answers.length === 0}
      empty={{
        icon: Clock,
        title: "Nenhuma resposta neste período",
        description: "Quando responderem, aqui aparecem os melhores horários para escrever.",
      }}
    >
      {({ answers }) => <HeatMap answers={answers} />}
    </EventCard>
  );
}

function HeatMap({ answers }: { answers: EventReport["answers"] }) {
  const counts = new Map(answers.map(({ weekday, hour, count }) => [`${weekday} ${hour}`, count]));
  const most = Math.max(...counts.values());
  const total = answers.reduce((sum, { count }) => sum + count, 0);
  const best = answers.find(({ count }) => count === most);
  return (
    <>
      <section
        aria-label="Respostas por dia da semana e hora, em tabela"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        // Positioned, so that it also clips what only screen readers see.
        className="relative overflow-x-auto focus-visible:-outline-offset-2"
      >
        <table className="w-full min-w-[29rem] table-fixed border-separate border-spacing-0.5 text-xs">
          <thead>
            <tr className="text-muted-foreground">
              <th scope="col" className="w-12">
                <span className="sr-only">Dia da semana</span>
              </th>
              {HOURS.map((hour) => (
                <th key={hour} scope="col" className="whitespace-nowrap font-normal tabular-nums">
                  {hour % 3 === 0 ? `${hour}h` : <span className="sr-only">{hour}h</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {WEEKDAYS.map((name, index) => (
              <tr key={name}>
                <th
                  scope="row"
                  className="pr-2 text-left font-normal text-muted-foreground"
                  aria-label={name}
                >
                  {name.slice(0, 3)}
                </th>
                {HOURS.map((hour) => {
                  const count = counts.get(`${index + 1} ${hour}`) ?? 0;
                  return (
                    <td
                      key={hour}
                      className="h-6 rounded bg-muted p-0"
                      title={`${name}, ${hour}h: ${countOf(count, "resposta", "respostas")}`}
                    >
                      <span
                        className="block size-full rounded bg-primary"
                        style={{ opacity: count === 0 ? 0 : 0.2 + (0.8 * count) / most }}
                        aria-hidden
                      />
                      <span className="sr-only">{count}</span>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="mt-3 text-muted-foreground text-sm">
        {best && total >= FEWEST_FOR_ADVICE
          ? `Mais respondem ${WEEKDAYS[best.weekday - 1]} às ${best.hour}h: ${formatNumber(best.count)} de ${countOf(total, "resposta", "respostas")}.`
          : `${countOf(total, "resposta", "respostas")} no período.`}
      </p>
    </>
  );
}
