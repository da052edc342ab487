import { Square } from "lucide-react";
import type { ReactNode } from "react";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";

interface BackgroundItemProps {
  title: string;
  detail: string;
  status: { label: string; tone: Tone };
  running: boolean;
  /** A stop was requested and has not taken effect yet. */
  stopping: boolean;
  /** Missing if it can no longer be stopped. */
  onStop?: (() => void) | undefined;
  /** 0 to 1, shown while it runs. */
  progress: number;
  progressLabel: string;
  note: string | null;
  /** Results so far. */
  children: ReactNode;
}

/** A list item for a background task: its status, progress and stop button. */
export function BackgroundItem({
  title,
  detail,
  status,
  running,
  stopping,
  onStop,
  progress,
  progressLabel,
  note,
  children,
}: BackgroundItemProps) {
  return (
    <li className="px-5 py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h3 className="truncate font-medium text-sm">{title}</h3>
          <p className="text-[0.8125rem] text-muted-foreground">{detail}</p>
        </div>
        <div className="flex items-center gap-2">
          <Badge tone={status.tone} live={running}>
            {stopping ? "Parando..." : status.label}
          </Badge>
          {running && onStop && (
            <Button variant="outline" size="sm" onClick={onStop} disabled={stopping}>
              <Square aria-hidden />
              Parar
            </Button>
          )}
        </div>
      </div>
      {running && <Progress className="mt-3" value={progress} label={progressLabel} />}
      {children}
      {note && (
        <p className="mt-2 rounded-lg bg-muted px-3 py-2 text-[0.8125rem] text-muted-foreground">
          {note}
        </p>
      )}
    </li>
  );
}
