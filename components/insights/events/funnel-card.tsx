"use client";

import { useQuery } from "@tanstack/react-query";
import { Filter } from "lucide-react";
import { useId, useState } from "react";
import { campaignQueries } from "@/components/campaigns/activities/campaigns.queries";
import { ListCombobox } from "@/components/leads/lists/list-combobox";
import { useListChoices } from "@/components/leads/lists/use-list-choices";
import type { EventFunnel } from "@/lib/contracts/insights/event-reports";
import { LEAD_SOURCE_LABEL, LEAD_SOURCES, type LeadSource } from "@/lib/domain/leads/lead-list";
import { formatNumber, formatPercent } from "@/lib/format";
import { EventCard } from "./event-card";
import type { ChosenPeriod } from "./event-params";
import { eventQueries } from "./events.queries";

const STEPS: { key: keyof EventFunnel; label: string }[] = [
  { key: "found", label: "Encontrados" },
  { key: "contacted", label: "Contatados" },
  { key: "delivered", label: "Entregues" },
  { key: "read", label: "Lidos" },
  { key: "answered", label: "Respondidos" },
  { key: "closed", label: "Fechados" },
];

/** How far leads came: those created in the period, or those of a list, a campaign or a source. */
export function FunnelCard({ period }: { period: ChosenPeriod }) {
  const [base, setBase] = useState("");
  const funnel = useQuery(eventQueries.funnel({ ...period, ...readBase(base) }));
  return (
    <EventCard
      title="Funil"
      controls={<BaseSelect value={base} onChange={setBase} />}
      query={funnel}
      isEmpty={({ found }) => found === 0}
      empty={{
        icon: Filter,
        title: "Nenhum lead aqui",
        description:
          "O funil mostra quantos leads foram contatados, leram, responderam e fecharam.",
      }}
    >
      {(counts) => (
        <ol className="space-y-3">
          {STEPS.map(({ key, label }) => (
            <li key={key}>
              <p className="mb-1 flex justify-between gap-4 text-sm">
                <span>{label}</span>
                <span className="tabular-nums">
                  <span className="font-medium">{formatNumber(counts[key])}</span>{" "}
                  <span className="text-muted-foreground">
                    {formatPercent(counts[key] / counts.found)}
                  </span>
                </span>
              </p>
              <span className="block h-2 overflow-hidden rounded-full bg-accent" aria-hidden>
                <span
                  className="block h-full rounded-full bg-primary"
                  style={{ width: `${(counts[key] / counts.found) * 100}%` }}
                />
              </span>
            </li>
          ))}
        </ol>
      )}
    </EventCard>
  );
}

/** "list 12", "campaign 3" or "source google_pages"; empty for all leads of the period. */
function readBase(base: string) {
  const [kind, value = ""] = base.split(" ");
  if (kind === "list") return { list_id: value };
  if (kind === "campaign") return { activity_id: value };
  if (kind === "source") return { source: value as LeadSource };
  return {};
}

function BaseSelect({ value, onChange }: { value: string; onChange: (base: string) => void }) {
  const id = useId();
  const [kind, chosenId] = value.split(" ");
  const choices = useListChoices(kind === "list" ? [Number(chosenId)] : []);
  const campaigns = useQuery(campaignQueries.activities());
  return (
    <div className="w-64 max-w-full">
      <label htmlFor={id} className="sr-only">
        Leads do funil
      </label>
      <ListCombobox
        id={id}
        choices={choices}
        before={[
          { value: "", label: "Todos os leads do período" },
          ...LEAD_SOURCES.map((source) => ({
            value: `source ${source}`,
            label: `Fonte: ${LEAD_SOURCE_LABEL[source]}`,
          })),
          ...(campaigns.data ?? []).map(({ id: campaignId, name }) => ({
            value: `campaign ${campaignId}`,
            label: `Campanha: ${name ?? `nº ${campaignId}`}`,
          })),
        ]}
        toOption={({ id: listId, name }) => ({ value: `list ${listId}`, label: `Lista: ${name}` })}
        value={value}
        onChange={onChange}
      />
    </div>
  );
}
