import {
  Check,
  CheckCheck,
  CircleAlert,
  CircleHelp,
  Hourglass,
  type LucideIcon,
} from "lucide-react";
import { cn } from "@/components/ui/cn";
import type { ChatMessage } from "@/lib/contracts/messaging/chat";
import { describeCharge } from "@/lib/domain/campaigns/message-price";
import type { ChatMessageStatus } from "@/lib/domain/messages/chat-message";
import { TEMPLATE_CATEGORY_LABEL } from "@/lib/domain/messages/template-words";
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

/** `charge`: what Meta reported about the message's price. */
export function MessageStatusMark({
  status,
  charge = null,
}: {
  status: ChatMessageStatus;
  charge?: ChatMessage["charge"];
}) {
  const {
    icon: Icon,
    label,
    className,
  } = lookUp<ChatMessageStatus, Mark>(MARKS, status, {
    icon: CircleHelp,
    label: status,
  });
  const told = charge
    ? `${label} · ${TEMPLATE_CATEGORY_LABEL[charge.category] ?? charge.category}: ${describeCharge(charge)}`
    : label;
  return (
    <span data-status={status} title={told}>
      <Icon className={cn("size-3.5", className)} aria-hidden />
      <span className="sr-only">{told}</span>
    </span>
  );
}
