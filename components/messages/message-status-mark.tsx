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
import { lookUp } from "@/lib/domain/text/known-words";

interface Mark {
  icon: LucideIcon;
  label: string;
  className?: string;
}

const MARKS: Record<ChatMessageStatus, Mark> = {
  sending: { icon: Hourglass, label: "Enviando" },
  sent: { icon: Check, label: "Enviada" },
  delivered: { icon: CheckCheck, label: "Entregue" },
  read: { icon: CheckCheck, label: "Lida", className: "text-info-text" },
  failed: { icon: CircleAlert, label: "Falhou", className: "text-danger-text" },
  unknown: { icon: CircleHelp, label: "Sem confirmação", className: "text-danger-text" },
};

export function MessageStatusMark({ status }: { status: ChatMessageStatus }) {
  const {
    icon: Icon,
    label,
    className,
  } = lookUp<ChatMessageStatus, Mark>(MARKS, status, {
    icon: CircleHelp,
    label: status,
  });
  return (
    <span data-status={status} title={label}>
      <Icon className={cn("size-3.5", className)} aria-hidden />
      <span className="sr-only">{label}</span>
    </span>
  );
}
