import { Loader2 } from "lucide-react";

export function Loading() {
  return (
    <output className="flex min-h-40 items-center justify-center gap-2.5 text-muted-foreground text-sm">
      <Loader2 className="size-4 animate-spin" aria-hidden />
      Carregando...
    </output>
  );
}
