import { Badge, type Tone } from "@/components/ui/badge";
import type { WhatsappInstance } from "@/lib/contracts/messaging/whatsapp";
import { lookUp } from "@/lib/domain/text/known-words";

const LABELS: Record<string, { label: string; tone: Tone }> = {
  CONNECTED: { label: "Conectado", tone: "success" },
  CONNECTING: { label: "Conectando...", tone: "gold" },
  DISCONNECTED: { label: "Desconectado", tone: "neutral" },
};

/** Undefined while loading or after an error. */
export function ConnectionBadge({ status }: { status: WhatsappInstance["status"] | undefined }) {
  const { label, tone } = lookUp(LABELS, status ?? "", {
    label: "Desconhecido",
    tone: "neutral",
  });
  return (
    <Badge tone={tone} live={status === "CONNECTING"}>
      {label}
    </Badge>
  );
}
