import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  description: string;
  action?: ReactNode;
}

/** Explains an empty area and offers the action that fills it. */
export function EmptyState({ icon: Icon, title, description, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center justify-center px-6 py-14 text-center">
      <span className="mb-4 grid size-11 place-items-center rounded-xl border border-border bg-muted">
        <Icon className="size-5 text-muted-foreground" aria-hidden />
      </span>
      <p className="font-semibold text-sm">{title}</p>
      <p className="mt-1 max-w-sm text-pretty text-muted-foreground text-sm">{description}</p>
      {action && <div className="mt-5">{action}</div>}
    </div>
  );
}
