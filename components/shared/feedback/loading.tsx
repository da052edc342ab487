import { Loader2 } from "lucide-react";
import { cn } from "@/components/ui/cn";

/** A spinner, for content whose layout is not known in advance. */
export function Loading({ className = "py-16" }: { className?: string }) {
  return (
    <div
      role="status"
      className={cn(
        "flex items-center justify-center gap-2.5 text-muted-foreground text-sm",
        className,
      )}
    >
      <Loader2 className="size-4 animate-spin" aria-hidden />
      Carregando...
    </div>
  );
}
