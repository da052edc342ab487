"use client";

import { useQuery } from "@tanstack/react-query";
import { Handshake } from "lucide-react";
import { useId, useState } from "react";
import { NativeSelect } from "@/components/ui/native-select";
import { DEAL_GROUPS, type DealGroup, type DealOutcomes } from "@/lib/contracts/insights/deals";
import { getLeadSourceLabel } from "@/lib/domain/leads/lead-list";
import { countOf, formatCents, formatNumber, formatPercent } from "@/lib/format";
import { EventCard } from "./event-card";
import type { ChosenPeriod } from "./event-params";
import { eventQueries } from "./events.queries";

const GROUP_LABEL: Record<DealGroup, string> = {
  source: "Por origem",
  list: "Por lista",
  campaign: "Por campanha",
  reason: "Por motivo da perda",
};
const NOTHING: Record<DealGroup, string> = {
  source: "Sem origem",
  list: "Nenhum destes leads está em uma lista.",
  campaign: "Nenhuma campanha escreveu a estes leads.",
  reason: "Nada foi perdido no período.",
};

/** Deals that were won and lost in the period, and how often they were won. */
export function DealsCard({ period }: { period: ChosenPeriod }) {
  const id = useId();
  const [by, setBy] = useState<DealGroup>("source");
  const outcomes = useQuery(eventQueries.deals({ ...period, by }));
  return (
    <EventCard
      title="Ganhos e perdas"
      controls={
        <div className="max-w-full">
          <label htmlFor={id} className="sr-only">
            Agrupar negócios
          </label>
          <NativeSelect
            id={id}
            className="w-auto max-w-full"
            value={by}
            onChange={({ target }) =>
              setBy(DEAL_GROUPS.find((group) => group === target.value) ?? "source")
            }
          >
            {DEAL_GROUPS.map((group) => (
              <option key={group} value={group}>
                {GROUP_LABEL[group]}
              </option>
            ))}
          </NativeSelect>
        </div>
      }
      query={outcomes}
      isEmpty={({ total }) => total.won + total.lost === 0}
      empty={{
        icon: Handshake,
        title: "Nenhum negócio decidido no período",
        description: "Leads que você move para uma etapa de fechados ou perdidos aparecem aqui.",
      }}
    >
      {(data) => <Outcomes data={data} by={by} />}
    </EventCard>
  );
}

function Outcomes({ data, by }: { data: DealOutcomes; by: DealGroup }) {
  const { total, rows, capped } = data;
  const lossesOnly = by === "reason";
  return (
    <>
      <p className="mb-4 text-sm">
        <span className="font-medium tabular-nums">{countOf(total.won, "ganho", "ganhos")}</span>
        {total.won_cents > 0 && ` (${formatCents(total.won_cents)})`} e{" "}
        <span className="font-medium tabular-nums">
          {countOf(total.lost, "perdido", "perdidos")}
        </span>
        : taxa de {formatPercent(total.won / (total.won + total.lost))}.
        {capped && " Só os primeiros 50.000 foram contados."}
      </p>
      {rows.length === 0 ? (
        <p className="text-muted-foreground text-sm">{NOTHING[by]}</p>
      ) : (
        <table className="w-full text-sm">
          <thead className="text-left text-muted-foreground text-xs">
            <tr>
              <th scope="col" className="pb-2 font-normal">
                {GROUP_LABEL[by].replace("Por ", "").replace(/^./, (first) => first.toUpperCase())}
              </th>
              {!lossesOnly && (
                <th scope="col" className="pb-2 pl-3 text-right font-normal">
                  Ganhos
                </th>
              )}
              <th scope="col" className="pb-2 pl-3 text-right font-normal">
                Perdidos
              </th>
              {!lossesOnly && (
                <>
                  <th scope="col" className="pb-2 pl-3 text-right font-normal">
                    Taxa
                  </th>
                  <th scope="col" className="pb-2 pl-3 text-right font-normal max-sm:hidden">
                    Valor
                  </th>
                </>
              )}
            </tr>
          </thead>
          <tbody className="tabular-nums">
            {rows.map(({ id, name, won, lost, won_cents }) => (
              <tr key={id ?? name ?? ""} className="border-border border-t">
                <th scope="row" className="w-full max-w-0 truncate py-2 text-left font-normal">
                  {nameRow(by, name)}
                </th>
                {!lossesOnly && <td className="py-2 pl-3 text-right">{formatNumber(won)}</td>}
                <td className="py-2 pl-3 text-right">{formatNumber(lost)}</td>
                {!lossesOnly && (
                  <>
                    <td className="py-2 pl-3 text-right">{formatPercent(won / (won + lost))}</td>
                    <td className="whitespace-nowrap py-2 pl-3 text-right max-sm:hidden">
                      {won_cents > 0 ? formatCents(won_cents) : "–"}
                    </td>
                  </>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

function nameRow(by: DealGroup, name: string | null): string {
  if (name === null) return by === "reason" ? "Sem motivo" : NOTHING[by];
  return by === "source" ? getLeadSourceLabel(name) : name;
}
