"use client";

import type { ReactNode } from "react";
import { useOwnNumbers } from "@/components/messaging/numbers/own-numbers.queries";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import { Sheet } from "@/components/ui/sheet";
import type { Activity } from "@/lib/contracts/campaigns/activities";
import { LEGAL_BASIS_LABEL } from "@/lib/domain/campaigns/legal-basis";
import { RECURRENCE_LABEL } from "@/lib/domain/campaigns/schedule-fields";
import { formatDateTime, formatNumber } from "@/lib/format";
import { campaignPath } from "@/lib/paths";
import { ActivityButtons } from "./activity-buttons";
import { getActivityName } from "./activity-name";
import { ActivityProgress } from "./activity-progress";
import { ActivityStatusBadge } from "./activity-status";
import { parseMessageVariants } from "./message-variants";

interface ActivityTrayProps {
  activity: Activity;
  onClose: () => void;
}

export function ActivityTray({ activity, onClose }: ActivityTrayProps) {
  return (
    <Sheet
      open
      onClose={onClose}
      title={getActivityName(activity)}
      description="Detalhes da atividade de prospecção"
      footer={
        <div className="flex flex-wrap gap-2">
          <Button asChild size="sm">
            <Link href={campaignPath(activity.id)}>Ver campanha</Link>
          </Button>
          <ActivityButtons activity={activity} onAsk={onClose} />
        </div>
      }
    >
      <Details activity={activity} />
    </Sheet>
  );
}

function Details({ activity }: { activity: Activity }) {
  const variants = parseMessageVariants(activity.message);
  const { scheduled_datetime, completed_at, list_ids, tag_ids, lead_ids } = activity;
  const { find } = useOwnNumbers();
  const numbers = activity.number_ids.flatMap((id) => find(id)?.name ?? []);
  return (
    <div className="space-y-6">
      <ActivityProgress activity={activity} />
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2.5 text-sm">
        <Detail label="ID">{activity.id}</Detail>
        <Detail label="Nome">{getActivityName(activity)}</Detail>
        <Detail label="Status">
          <ActivityStatusBadge activity={activity} />
        </Detail>
        <Detail label="Agendada">{activity.scheduled ? "Sim" : "Não"}</Detail>
        {scheduled_datetime && (
          <Detail label="Data e hora agendadas">{formatDateTime(scheduled_datetime)}</Detail>
        )}
        <Detail label="Agendamento semanal">{activity.weekly_scheduled ? "Sim" : "Não"}</Detail>
        <Detail label="Repetição">{RECURRENCE_LABEL[activity.recurrence_type]}</Detail>
        <Detail label="Total de leads">{formatNumber(activity.total_leads)}</Detail>
        <Detail label="Processados">{formatNumber(activity.leads_processed)}</Detail>
        <Detail label="Enviadas">{formatNumber(activity.sent)}</Detail>
        <Detail label="Respondidas">{formatNumber(activity.answered)}</Detail>
        <Detail label="Falharam">{formatNumber(activity.failed)}</Detail>
        <Detail label="Não enviadas">{formatNumber(activity.skipped)}</Detail>
        {activity.unknown > 0 && (
          <Detail label="Sem confirmação">{formatNumber(activity.unknown)}</Detail>
        )}
        <Detail label="Repetições">
          {activity.repeats_completed} /{" "}
          {activity.repeat_count === 0 ? "sem fim" : activity.repeat_count}
        </Detail>
        <Detail label="Listas">{list_ids.length > 0 ? list_ids.join(", ") : "Todas"}</Detail>
        {numbers.length > 0 && (
          <Detail label={numbers.length > 1 ? "Números" : "Número"}>{numbers.join(", ")}</Detail>
        )}
        {activity.legal_basis && (
          <Detail label="Base legal">{LEGAL_BASIS_LABEL[activity.legal_basis]}</Detail>
        )}
        {tag_ids.length > 0 && <Detail label="Etiquetas">{tag_ids.join(", ")}</Detail>}
        {lead_ids.length > 0 && (
          <Detail label="Leads escolhidos">{formatNumber(lead_ids.length)}</Detail>
        )}
        <Detail label="Criada em">{formatDateTime(activity.created_at)}</Detail>
        {activity.error_message && <Detail label="Erro">{activity.error_message}</Detail>}
        <Detail label="Concluída em">{completed_at ? formatDateTime(completed_at) : "–"}</Detail>
      </dl>
      <section>
        <h3 className="mb-2 font-semibold text-sm">
          {variants ? "Variações da mensagem" : "Mensagem"}
        </h3>
        <ol className="space-y-3">
          {(variants ?? [activity.message]).map((text, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a variant is its number
            <li key={index} className="rounded-xl border border-border bg-muted p-3">
              {variants && (
                <p className="mb-1 font-medium text-muted-foreground text-xs">
                  Variação {index + 1}
                </p>
              )}
              <p className="whitespace-pre-wrap break-words text-sm">{text}</p>
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted-foreground">{label}</dt>
      <dd className="min-w-0 break-words tabular-nums">{children}</dd>
    </>
  );
}
