"use client";

import { PenLine, Trash2 } from "lucide-react";
import { useState } from "react";
import { Field } from "@/components/shared/forms/form";
import { Button } from "@/components/ui/button";
import { Textarea } from "@/components/ui/textarea";
import { readPoints, writePoints } from "@/lib/domain/searches/drawn-area";
import { countOf } from "@/lib/format";
import type { AreaDrawing } from "./use-area";

const TEXT_MAX = 3_000;

interface AreaFieldProps {
  drawing: AreaDrawing;
  error: string | undefined;
  /** Drawing has begun: the map should be in view. */
  onDraw: () => void;
}

/** The area of the search: drawn on the map, or written point by point. */
export function AreaField({ drawing, error, onDraw }: AreaFieldProps) {
  const { area, points } = drawing;
  return (
    <fieldset className="mb-4">
      <legend className="mb-1.5 font-medium text-sm">Área desenhada</legend>
      <p className="mb-2 text-[0.8125rem] text-muted-foreground">
        {area
          ? `A busca vale só dentro da área, de ${countOf(area.length, "ponto", "pontos")}, e não no círculo inteiro.`
          : "Em vez do círculo, marque no mapa os cantos da área em que procurar."}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="outline"
          disabled={points !== null}
          onClick={() => {
            drawing.start();
            onDraw();
          }}
        >
          <PenLine aria-hidden />
          {area ? "Desenhar de novo" : "Desenhar no mapa"}
        </Button>
        {area && (
          <Button variant="ghost" onClick={drawing.clear}>
            <Trash2 aria-hidden />
            Apagar área
          </Button>
        )}
      </div>
      {error && <p className="mt-1 text-[0.8125rem] text-danger-text">{error}</p>}
      <WrittenPoints key={area ? writePoints(area) : ""} drawing={drawing} />
    </fieldset>
  );
}

/** For users without a pointer, or with points from another source. */
function WrittenPoints({ drawing }: { drawing: AreaDrawing }) {
  const { area } = drawing;
  const [text, setText] = useState(area ? writePoints(area) : "");
  const [problem, setProblem] = useState<string>();

  function use() {
    const points = readPoints(text);
    if (points === null)
      return setProblem("Escreva em cada linha latitude e longitude, de 2 a 50 linhas.");
    setProblem(undefined);
    drawing.set(points);
  }

  return (
    <details className="mt-2 text-sm">
      <summary className="w-fit cursor-pointer rounded text-[0.8125rem] text-muted-foreground pointer-coarse:py-2.5">
        Escrever os pontos
      </summary>
      <div className="mt-2 max-w-sm">
        <Field
          label="Pontos da área"
          error={problem ?? (drawing.points === null ? drawing.problem : undefined)}
          help="Um por linha: latitude; longitude. Dois pontos são os cantos de um retângulo."
        >
          {(control) => (
            <Textarea
              {...control}
              value={text}
              rows={4}
              maxLength={TEXT_MAX}
              spellCheck={false}
              placeholder={"-22,95; -47,11\n-22,86; -47,02"}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
        <Button
          variant="outline"
          size="sm"
          className="mt-2"
          disabled={text.trim() === ""}
          onClick={use}
        >
          Usar estes pontos
        </Button>
      </div>
    </details>
  );
}
