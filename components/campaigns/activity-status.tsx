import { Badge, type Tone } from "@/components/ui/badge";
import type { Activity } from "@/lib/contracts/campaigns/activities";
import { type ActivityStatus, canStopActivity } from "@/lib/domain/campaigns/campaign";
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

type Shown = Pick<Activity, "status" | "stopping" | "paused">;

export function ActivityStatusBadge({ activity }: { activity: Shown }) {
  const { status, stopping, paused } = activity;
  const active = canStopActivity(status);
  const { label, tone } = lookUp(STATUS, status, { label: status, tone: "neutral" });
  return (
    <Badge
      tone={active && paused ? "danger" : tone}
      live={status === "running" || status === "processing"}
      data-status={status}
    >
      {active && stopping ? "Parando…" : active && paused ? "Pausada" : label}
    </Badge>
  );
}
