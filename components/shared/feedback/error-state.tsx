import { RotateCw } from "lucide-react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";

interface ErrorStateProps {
  title: string;
  detail?: string;
  onRetry: () => void;
  retrying?: boolean;
  /** The specification's own wording, if it differs. */
  retryLabel?: string;
  className?: string;
}

export function ErrorState({
  title,
  detail,
  onRetry,
  retrying = false,
  retryLabel = "Tentar novamente",
  className = "py-12",
}: ErrorStateProps) {
  return (
    <div
      role="alert"
      className={cn("flex flex-col items-center justify-center px-6 text-center", className)}
    >
      <p className="font-semibold text-sm">{title}</p>
      {detail && <p className="mt-1 max-w-sm text-muted-foreground text-sm">{detail}</p>}
      <Button variant="outline" size="sm" className="mt-4" onClick={onRetry} loading={retrying}>
        {!retrying && <RotateCw aria-hidden />}
        {retryLabel}
      </Button>
    </div>
  );
}
