"use client";

import { Columns2, Unlink } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import type { DuplicateGroup } from "@/lib/contracts/leads/duplicates";
import { DUPLICATE_REASON_LABEL } from "@/lib/domain/leads/duplicates";
import { pickSurvivor, pickValues } from "@/lib/domain/leads/lead-merge";
import { formatKeptNumber } from "@/lib/domain/phone/phone";
import { formatPhone } from "@/lib/domain/phone/telephone";
import { formatCnpj } from "@/lib/format";
import { showMergeValue } from "./merge-value";

interface DuplicateCardProps {
  group: DuplicateGroup;
  ticked: boolean;
  busy: boolean;
  onTick: (ticked: boolean) => void;
  onCompare: () => void;
  onSeparate: () => void;
}

const PREVIEWED = ["name", "whatsapp", "phone", "email", "website", "city", "stage"] as const;

/** Leads that may be one company, the reason, and the result of a merge. */
export function DuplicateCard(props: DuplicateCardProps) {
  const { group, ticked, busy, onTick, onCompare, onSeparate } = props;
  const { leads, reason } = group;
  const choices = pickValues(leads, pickSurvivor(leads));
  const result = PREVIEWED.flatMap((field) => {
    const lead = leads.find(({ id }) => id === choices[field]);
    return (lead && showMergeValue(lead, field, [])) || [];
  });
  const names = leads.map(({ name }) => name).join(", ");
  return (
    <li className="rounded-xl border border-border bg-card p-3">
      <div className="flex flex-wrap items-center gap-x-2">
        <Checkbox label={`Juntar ${names}`} checked={ticked} disabled={busy} onChange={onTick} />
        <Badge tone={group.sure ? "success" : "neutral"}>{DUPLICATE_REASON_LABEL[reason]}</Badge>
        <div className="ml-auto flex flex-wrap gap-2">
          <Button variant="outline" size="sm" disabled={busy} onClick={onCompare}>
            <Columns2 aria-hidden />
            Comparar
          </Button>
          <Button variant="ghost" size="sm" disabled={busy} onClick={onSeparate}>
            <Unlink aria-hidden />
            Não são duplicados
          </Button>
        </div>
      </div>
      <ul className="mt-2 grid gap-2 sm:grid-cols-2">
        {leads.map((lead) => (
          <li key={lead.id} className="min-w-0 rounded-lg bg-muted px-3 py-2 text-sm">
            <p className="break-words font-medium">{lead.name}</p>
            <p className="break-words text-muted-foreground text-xs">
              {[
                formatKeptNumber(lead.whatsapp),
                formatPhone(lead.phone),
                lead.email,
                lead.cnpj && formatCnpj(lead.cnpj),
                lead.city,
                lead.stage.name,
              ]
                .filter(Boolean)
                .join(" · ")}
            </p>
          </li>
        ))}
      </ul>
      <p className="mt-2 break-words text-sm">
        <span className="text-muted-foreground">Resultado: </span>
        {result.join(" · ")}
      </p>
    </li>
  );
}
