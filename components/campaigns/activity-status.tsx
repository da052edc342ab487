import { Badge, type Tone } from "@/components/ui/badge";
import type { ActivityStatus } from "@/lib/domain/campaigns/campaign";

const STATUS: Record<ActivityStatus, { label: string; tone: Tone }> = {
  pending: { label: "Pendente", tone: "neutral" },
  scheduled: { label: "Agendada", tone: "info" },
  running: { label: "Em execução", tone: "gold" },
  processing: { label: "Processando", tone: "gold" },
  completed: { label: "Concluída", tone: "success" },
  stopped: { label: "Parada", tone: "neutral" },
  error: { label: "Erro", tone: "danger" },
};

export function ActivityStatusBadge({ status }: { status: ActivityStatus }) {
  const { label, tone } = STATUS[status];
  return (
    <Badge tone={tone} live={status === "running" || status === "processing"} data-status={status}>
      {label}
    </Badge>
  );
}
