"use client";

import { useQuery } from "@tanstack/react-query";
import { whatsappQueries } from "@/components/messaging/whatsapp/whatsapp.queries";
import { useNow } from "@/components/shared/state/use-now";
import { Badge, type Tone } from "@/components/ui/badge";
import type { Activity } from "@/lib/contracts/campaigns/activities";
import { findStanding, nameMoment } from "@/lib/domain/campaigns/activity-standing";
import type { ActivityStatus } from "@/lib/domain/campaigns/campaign";
import { lookUp } from "@/lib/domain/text/known-words";

const STATUS: Record<ActivityStatus, { label: string; tone: Tone }> = {
  pending: { label: "Pendente", tone: "neutral" },
  scheduled: { label: "Agendada", tone: "info" },
  running: { label: "Em execução", tone: "gold" },
  processing: { label: "Processando", tone: "gold" },
  completed: { label: "Concluída", tone: "success" },
  stopped: { label: "Parada", tone: "neutral" },
  error: { label: "Erro", tone: "danger" },
};

const WAITING = {
  stopping: { label: "Parando…", tone: "neutral" },
  paused_by_person: { label: "Pausada por você", tone: "neutral" },
  paused: { label: "Pausada", tone: "danger" },
  waits_for_whatsapp: { label: "Esperando o WhatsApp", tone: "danger" },
  may_be_undone: { label: "Começa em instantes", tone: "info" },
  waits_for_window: { label: "Esperando a janela", tone: "info" },
  waits_for_step: { label: "Esperando o próximo passo", tone: "info" },
  waits_for_cap: { label: "Esperando o limite", tone: "info" },
} as const;

type Shown = Pick<
  Activity,
  "status" | "stopping" | "paused" | "waits_for" | "next_send_at" | "number_ids"
>;

/** A campaign's state: it is not shown as running while nothing can be sent. */
export function ActivityStatusBadge({ activity }: { activity: Shown }) {
  const now = useNow();
  const { number_ids: numbers } = activity;
  const instance = useQuery(whatsappQueries.instance(numbers[0] ?? null));
  // With several numbers, the campaign's own fields say how it stands.
  const standing = findStanding(
    activity,
    numbers.length > 1 ? undefined : instance.data?.connected,
  );
  const { status } = activity;
  if (standing.kind === "status") {
    const { label, tone } = lookUp(STATUS, status, { label: status, tone: "neutral" });
    const live = status === "running" || status === "processing";
    return (
      <Badge tone={tone} live={live} data-status={status}>
        {label}
      </Badge>
    );
  }
  const { label, tone } = WAITING[standing.kind];
  const until = "until" in standing && standing.until;
  return (
    <span className="inline-flex flex-col items-start gap-0.5">
      <Badge tone={tone} data-status={status}>
        {label}
      </Badge>{" "}
      {until && (
        <span className="px-1 text-muted-foreground text-xs">({nameMoment(until, now)})</span>
      )}
    </span>
  );
}
