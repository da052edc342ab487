"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { Progress } from "@/components/ui/progress";
import { Skeleton } from "@/components/ui/skeleton";
import type { NumberHealth } from "@/lib/contracts/campaigns/campaigns";
import { describeNewChats } from "@/lib/domain/campaigns/new-chats";
import { formatDateTime, formatNumber } from "@/lib/format";
import { campaignQueries } from "./campaigns.queries";

/**
 * First contacts of the number against its caps, and what went wrong in the last 30 days. `uses`: new chats that the
 * campaign at hand would begin at most.
 */
export function NumberHealthCard({ uses = null }: { uses?: number | null }) {
  const health = useQuery(campaignQueries.numberHealth());
  return (
    <Card aria-label="Saúde do número" aria-busy={health.isPending}>
      <CardHeader>
        <CardTitle>Saúde do número</CardTitle>
      </CardHeader>
      {health.data ? (
        <CardContent className="space-y-4">
          <Advice health={health.data} />
          <FirstContacts health={health.data} />
          <NewChats health={health.data} uses={uses} />
          <Ladder health={health.data} />
          <LastDays health={health.data} />
        </CardContent>
      ) : health.isError ? (
        <ErrorState
          title="Erro ao carregar a saúde do número"
          onRetry={health.refetch}
          retrying={health.isFetching}
          className="py-6"
        />
      ) : (
        <CardContent>
          <Skeleton className="h-40 w-full" />
        </CardContent>
      )}
    </Card>
  );
}

/** Advice, while something is wrong. */
function Advice({ health }: { health: NumberHealth }) {
  const { connected, restricted_until, recent, few_replies } = health;
  const advice = restricted_until
    ? `O WhatsApp restringiu este número até ${formatDateTime(restricted_until)}. Até lá, responda só a quem escreveu; depois recomece devagar.`
    : recent.failed >= 4
      ? `${recent.failed} das últimas ${recent.messages} mensagens falharam. Confira os motivos nos destinatários e se o WhatsApp funciona no celular antes de continuar.`
      : recent.opted_out >= 3
        ? `${recent.opted_out} das últimas ${recent.messages} pessoas pediram para sair. Reveja a mensagem e a lista antes de continuar.`
        : few_replies
          ? `Poucas respostas: ${few_replies.replies} de ${few_replies.first_contacts} primeiros contatos em 7 dias. O limite do dia desceu para proteger o número: reveja a mensagem e a lista.`
          : !connected && "Conecte o WhatsApp no Dashboard para enviar.";
  if (!advice) return null;
  return (
    <p className="flex items-start gap-2 rounded-lg bg-primary-soft px-3 py-2 text-pretty text-[0.8125rem]">
      <CircleAlert className="mt-0.5 size-4 shrink-0 text-primary-text" aria-hidden />
      {advice}
    </p>
  );
}

function FirstContacts({ health }: { health: NumberHealth }) {
  const { today, daily_cap, last_hour, hourly_cap, room } = health;
  // A number of the Cloud API has Meta's limit, and none of our caps.
  if (room) {
    return (
      <CapMeter
        label="Pessoas novas do portfólio da Meta em 24 horas"
        count={room.used}
        cap={room.limit}
      />
    );
  }
  return (
    <div className="space-y-3">
      <CapMeter label="Primeiros contatos hoje" count={today} cap={daily_cap} />
      <CapMeter label="Na última hora" count={last_hour} cap={hourly_cap} />
    </div>
  );
}

function CapMeter({ label, count, cap }: { label: string; count: number; cap: number | null }) {
  return (
    <div>
      <p className="flex justify-between gap-3 text-[0.8125rem]">
        <span className="text-muted-foreground">{label}</span>
        <span className="font-medium tabular-nums">
          {cap === null
            ? `${formatNumber(count)}, sem limite`
            : `${formatNumber(count)} de ${formatNumber(cap)}`}
        </span>
      </p>
      {cap !== null && (
        <Progress
          className="mt-1.5"
          value={cap > 0 ? count / cap : 1}
          tone={count >= cap ? "danger" : "success"}
          label={label}
        />
      )}
    </div>
  );
}

/** WhatsApp's own limit, which we cannot change. */
function NewChats({ health: { new_chats }, uses }: { health: NumberHealth; uses: number | null }) {
  if (new_chats === null) return null;
  return (
    <div>
      <h3 className="text-[0.8125rem] text-muted-foreground">Conversas novas pelo WhatsApp</h3>
      <p className="mt-0.5 text-pretty text-[0.8125rem] font-medium">
        {describeNewChats(new_chats, uses)}
      </p>
    </div>
  );
}

/** The daily caps by the days of sending, with today's marked. */
function Ladder({ health: { ladder, sending_day } }: { health: NumberHealth }) {
  if (ladder.length === 0) return null;
  const current = sending_day === null ? -1 : Math.min(sending_day, ladder.length) - 1;
  return (
    <div>
      <h3 className="text-[0.8125rem] text-muted-foreground">
        Limite por dia de envio
        {sending_day !== null && ` (hoje: dia ${sending_day} de envio)`}
      </h3>
      <ol className="mt-1.5 flex flex-wrap gap-1">
        {ladder.map((cap, day) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a step of the ladder is its day
            key={day}
            aria-current={day === current ? "step" : undefined}
            className={cn(
              "rounded-md px-2 py-1 text-xs tabular-nums",
              day === current
                ? "bg-primary font-semibold text-primary-foreground"
                : "bg-accent text-muted-foreground",
            )}
          >
            <span className="sr-only">
              Dia {day + 1}
              {day === ladder.length - 1 && " em diante"}:{" "}
            </span>
            {cap}
          </li>
        ))}
      </ol>
    </div>
  );
}

function LastDays({ health }: { health: NumberHealth }) {
  const counts = [
    { label: "Enviadas", count: health.sent },
    { label: "Falharam", count: health.failed },
    { label: "Saíram", count: health.opted_out },
    { label: "Restrições", count: health.restrictions.length },
  ];
  return (
    <div>
      <h3 className="text-[0.8125rem] text-muted-foreground">Últimos 30 dias</h3>
      <dl className="mt-1 grid grid-cols-4 gap-2">
        {counts.map(({ label, count }) => (
          <div key={label}>
            <dt className="text-muted-foreground text-xs">{label}</dt>
            <dd className="font-semibold tabular-nums">{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
      {health.restrictions.length > 0 && (
        <ul className="mt-2 space-y-0.5 text-[0.8125rem]" aria-label="Restrições">
          {health.restrictions.map(({ started_at, until }) => (
            <li key={started_at}>
              {formatDateTime(started_at)}
              {until && ` até ${formatDateTime(until)}`}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
