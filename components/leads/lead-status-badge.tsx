import { Badge, type Tone } from "@/components/ui/badge";
import type { LeadStatus } from "@/lib/domain/lead-status";

const STATUS: Record<LeadStatus, { label: string; tone: Tone }> = {
  pending: { label: "Pendente", tone: "neutral" },
  new: { label: "Novo", tone: "gold" },
  contacted: { label: "Contatado", tone: "info" },
  sent: { label: "Enviado", tone: "info" },
  answered: { label: "Respondido", tone: "success" },
  responded: { label: "Respondeu", tone: "success" },
  closed: { label: "Fechado", tone: "gold" },
  failed: { label: "Falhou", tone: "danger" },
  opted_out: { label: "Não contatar", tone: "danger" },
};

export function LeadStatusBadge({ status }: { status: LeadStatus }) {
  const { label, tone } = STATUS[status];
  return (
    <Badge tone={tone} data-status={status}>
      {label}
    </Badge>
  );
}
