import { Badge, type Tone } from "@/components/ui/badge";
import type { ListStatus } from "@/lib/domain/searches/search";

const STATUS: Record<ListStatus, { label: string; tone: Tone }> = {
  processing: { label: "Processando", tone: "gold" },
  completed: { label: "Concluída", tone: "success" },
  error: { label: "Erro", tone: "danger" },
};

/** Returns an unknown status unchanged. */
export function getListStatus(status: string): { label: string; tone: Tone } {
  return status in STATUS ? STATUS[status as ListStatus] : { label: status, tone: "neutral" };
}

export function ListStatusBadge({ status, note }: { status: string; note: string | null }) {
  const { label, tone } = getListStatus(status);
  return (
    <Badge
      tone={tone}
      live={status === "processing"}
      data-status={status}
      title={note ?? undefined}
    >
      {label}
    </Badge>
  );
}
