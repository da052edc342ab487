import { Badge, type Tone } from "@/components/ui/badge";
import type { RunStatus } from "@/lib/domain/campaigns/campaign";
import { lookUp } from "@/lib/domain/text/known-words";

const STATUS: Record<RunStatus, { label: string; tone: Tone }> = {
  pending: { label: "Pendente", tone: "neutral" },
  running: { label: "Em execução", tone: "gold" },
  completed: { label: "Concluída", tone: "success" },
  stopped: { label: "Parada", tone: "neutral" },
  error: { label: "Erro", tone: "danger" },
  missed: { label: "Perdida", tone: "danger" },
};

interface RunBadgeProps {
  status: RunStatus;
  paused?: boolean;
  /** Its number cannot send for now. */
  waits?: boolean;
}

export function RunBadge({ status, paused = false, waits = false }: RunBadgeProps) {
  if (paused) return <Badge tone="danger">Pausada</Badge>;
  if (waits) return <Badge tone="danger">Esperando o WhatsApp</Badge>;
  const { label, tone } = lookUp(STATUS, status, { label: status, tone: "neutral" });
  return <Badge tone={tone}>{label}</Badge>;
}
