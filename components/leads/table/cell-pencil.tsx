"use client";

import { Pencil } from "lucide-react";
import { CellOverlay, useHoveredCell } from "@/components/shared/table/cell-overlay";
import type { CellPlace } from "@/components/shared/table/use-cell-keys";

interface CellPencilProps {
  canEdit: (place: CellPlace) => boolean;
  nameCell: (place: CellPlace) => string;
  onEdit: (place: CellPlace) => void;
}

/** Edits the cell under the mouse. One button for the whole table: one in each cell would cost as much as the rows. */
export function CellPencil({ canEdit, nameCell, onEdit }: CellPencilProps) {
  const place = useHoveredCell(canEdit);
  if (!place) return null;
  return (
    <CellOverlay
      place={place}
      className="pointer-events-none flex items-center justify-end pr-1 print:hidden"
    >
      <button
        type="button"
        tabIndex={-1}
        aria-label={`Editar ${nameCell(place)}`}
        title="Editar (Enter)"
        onClick={() => onEdit(place)}
        className="pointer-events-auto grid size-7 place-items-center rounded-md border border-border bg-card text-muted-foreground shadow-card hover:text-foreground"
      >
        <Pencil className="size-3.5" aria-hidden />
      </button>
    </CellOverlay>
  );
}
