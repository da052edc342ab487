import { type LucideIcon, X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";

interface NoticeProps {
  icon: LucideIcon;
  children: ReactNode;
  /** Its buttons, below. */
  actions: ReactNode;
  onClose: () => void;
}

/** What a toast shows that stays until it is answered or dismissed. */
export function Notice({ icon: Icon, children, actions, onClose }: NoticeProps) {
  return (
    <div
      role="alert"
      className="pointer-events-auto w-[min(22rem,calc(100vw-2rem))] rounded-xl border border-border bg-popover p-4 text-foreground shadow-popover"
    >
      <div className="flex items-start gap-3">
        <Icon className="mt-0.5 size-4 shrink-0 text-primary-text" aria-hidden />
        <div className="wrap-anywhere min-w-0 flex-1 text-sm">{children}</div>
        <Button
          variant="ghost"
          size="icon"
          className="-mt-1.5 -mr-1.5 pointer-coarse:size-11"
          aria-label="Dispensar aviso"
          onClick={onClose}
        >
          <X aria-hidden />
        </Button>
      </div>
      <div className="mt-3 flex flex-wrap gap-2">{actions}</div>
    </div>
  );
}
