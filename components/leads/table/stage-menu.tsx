"use client";

import { getStageChoice, listStageChoices } from "@/components/leads/leads/stage-choice";
import { useStages } from "@/components/leads/leads/stages.queries";
import { useStageChange } from "@/components/leads/leads/use-stage-change";
import { CellOverlay } from "@/components/shared/table/cell-overlay";
import type { CellPlace } from "@/components/shared/table/use-cell-keys";
import DropdownMenuPanel from "@/components/ui/dropdown-menu-panel";
import type { ListedLead } from "@/lib/contracts/leads/leads";

interface StageMenuProps {
  place: CellPlace;
  lead: ListedLead;
  /** Receives the focus when the menu has closed. */
  onClosed: () => void;
  /** Nothing is left to be chosen or answered. */
  onDone: () => void;
}

/** The stages that a lead can be put into, over its cell. */
export function StageMenu({ place, lead, onClosed, onDone }: StageMenuProps) {
  const stages = useStages();
  const { choose, question } = useStageChange(lead.id, onDone);
  const current = getStageChoice(lead);
  return (
    <>
      <CellOverlay place={place} className="pointer-events-none">
        <DropdownMenuPanel
          align="start"
          entries={[
            { kind: "label", label: `Etapa de ${lead.name}` },
            ...listStageChoices(stages)
              .filter(({ value }) => value !== current)
              .map(({ value, label }) => ({
                kind: "action" as const,
                label,
                onSelect: () => choose(value),
              })),
          ]}
          onClosed={(chosen) => {
            onClosed();
            if (!chosen) onDone();
          }}
          trigger={
            <button type="button" tabIndex={-1} aria-label="Etapa" className="absolute inset-0" />
          }
        />
      </CellOverlay>
      {question}
    </>
  );
}
