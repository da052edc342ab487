import {
  Check,
  CheckCheck,
  CircleAlert,
  CircleHelp,
  Hourglass,
  type LucideIcon,
} from "lucide-react";
import { cn } from "@/components/ui/cn";
import type { ChatMessageStatus } from "@/lib/domain/messages/chat-message";

const MARKS: Record<ChatMessageStatus, { icon: LucideIcon; label: string; className?: string }> = {
  sending: { icon: Hourglass, label: "Enviando" },
  sent: { icon: Check, label: "Enviada" },
  delivered: { icon: CheckCheck, label: "Entregue" },
  read: { icon: CheckCheck, label: "Lida", className: "text-info-text" },
  failed: { icon: CircleAlert, label: "Falhou", className: "text-danger-text" },
  unknown: { icon: CircleHelp, label: "Sem confirmação", className: "text-danger-text" },
};

export function MessageStatusMark({ status }: { status: ChatMessageStatus }) {
  const { icon: Icon, label, className } = MARKS[status];
  return (
    <span data-status={status} title={label}>
      <Icon className={cn("size-3.5", className)} aria-hidden />
      <span className="sr-only">{label}</span>
    </span>
  );
}
