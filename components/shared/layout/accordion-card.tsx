import { ChevronDown } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";

interface AccordionCardProps {
  title: string;
  badge?: ReactNode;
  /** Shown on the closed card in place of its content. */
  summary: ReactNode;
  open: boolean;
  /** Dims the title. */
  locked?: boolean;
  onToggle: () => void;
  children: ReactNode;
}

/** A card whose content is behind its heading. The content is mounted while it is open. */
export function AccordionCard({
  title,
  badge,
  summary,
  open,
  locked = false,
  onToggle,
  children,
}: AccordionCardProps) {
  const id = useId();
  return (
    <Card aria-label={title}>
      <h2>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={onToggle}
          className="flex min-h-12 w-full items-center gap-x-3 rounded-xl px-5 py-2.5 text-left text-sm"
        >
          <span className={cn("shrink-0 font-semibold", locked && "text-muted-foreground")}>
            {title}
          </span>
          {badge}
          <span className="ml-auto min-w-0 truncate text-muted-foreground">{summary}</span>
          <ChevronDown
            className={cn(
              "size-4 shrink-0 text-muted-foreground transition-transform",
              open && "rotate-180",
            )}
            aria-hidden
          />
        </button>
      </h2>
      <div id={id} hidden={!open} className="px-5 pb-4">
        {open && children}
      </div>
    </Card>
  );
}
