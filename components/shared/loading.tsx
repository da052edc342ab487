import { Loader2 } from "lucide-react";

/** Shows itself only to who has waited a moment: a quick answer brings no flicker. */
export function Loading() {
  return (
    <output className="flex min-h-[60dvh] animate-late-fade items-center justify-center gap-2.5 text-muted-foreground text-sm">
      <Loader2 className="size-4 animate-spin" aria-hidden />
      Carregando...
    </output>
  );
}
