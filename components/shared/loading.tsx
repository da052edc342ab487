import { Loader2 } from "lucide-react";
import { cn } from "@/components/ui/cn";

/** For waiting where nothing of the coming content's shape is known. */
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
