import { CircleDot, type LucideIcon, MapPin, MessageCircle, Phone } from "lucide-react";
import { TASK_KIND_LABEL, type TaskKind } from "@/lib/domain/tasks/task";
import { lookUp } from "@/lib/domain/text/known-words";

const ICON: Record<TaskKind, LucideIcon> = {
  call: Phone,
  message: MessageCircle,
  visit: MapPin,
  other: CircleDot,
};

export function TaskKindIcon({ kind }: { kind: TaskKind }) {
  const Icon = lookUp(ICON, kind, CircleDot);
  return (
    <span title={lookUp(TASK_KIND_LABEL, kind, "")} className="shrink-0 text-muted-foreground">
      <Icon className="size-3.5" aria-hidden />
    </span>
  );
}
