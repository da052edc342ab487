import { Check, Undo2, X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { AREA_MIN_POINTS } from "@/lib/domain/searches/advanced-search";
import { countOf } from "@/lib/format";
import type { AreaDrawing } from "./use-area";

/** The actions while an area is drawn, on the map. */
export function AreaBar({ drawing }: { drawing: AreaDrawing }) {
  const { points, problem } = drawing;
  if (points === null) return null;
  return (
    <fieldset
      aria-label="Desenho da área"
      className="absolute inset-x-2 bottom-7 z-10 mx-auto flex w-fit flex-wrap items-center justify-center gap-2 rounded-xl border border-border bg-popover p-2 text-[0.8125rem] shadow-card"
    >
      <p aria-live="polite" className="px-1.5 text-center">
        {problem ?? describePoints(points.length)}
      </p>
      <div className="flex gap-2">
        <Button variant="outline" size="sm" disabled={points.length === 0} onClick={drawing.undo}>
          <Undo2 aria-hidden />
          Desfazer ponto
        </Button>
        <Button size="sm" disabled={points.length < AREA_MIN_POINTS} onClick={drawing.finish}>
          <Check aria-hidden />
          Concluir área
        </Button>
        <Button variant="ghost" size="icon" aria-label="Cancelar desenho" onClick={drawing.cancel}>
          <X aria-hidden />
        </Button>
      </div>
    </fieldset>
  );
}

function describePoints(count: number): string {
  if (count === 0) return "Marque no mapa os cantos da área.";
  const marked = countOf(count, "ponto marcado", "pontos marcados");
  return count < AREA_MIN_POINTS ? `${marked}, faltam ${AREA_MIN_POINTS - count}.` : `${marked}.`;
}
