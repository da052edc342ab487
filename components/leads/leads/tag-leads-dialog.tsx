"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useUndoableEdit } from "@/components/leads/edits/use-undoable-edit";
import { useSessionUser } from "@/components/session/session-context";
import { DiscardQuestion } from "@/components/shared/feedback/discard-question";
import { Modal } from "@/components/shared/feedback/modal";
import { Button } from "@/components/ui/button";
import { NativeSelect } from "@/components/ui/native-select";
import { STAGE_COLOURS, type StageColour } from "@/lib/domain/leads/stages";
import { countOf } from "@/lib/format";
import { COLOUR_LABEL } from "./stage-choice";
import { TagChips } from "./tag-chips";
import { TagInput } from "./tag-input";
import { tagMutations, useTags } from "./tags.queries";
import type { LeadSelection } from "./use-lead-selection";

interface TagLeadsDialogProps {
  selection: LeadSelection;
  onClose: () => void;
}

/** Adds tags to the selected leads and removes them; tags are also coloured and deleted here. */
export function TagLeadsDialog({ selection, onClose }: TagLeadsDialogProps) {
  const client = useQueryClient();
  const { seesAll } = useSessionUser();
  const tags = useTags();
  const notifyUndoable = useUndoableEdit();
  const change = useMutation(tagMutations.onLeads(client));
  const save = useMutation(tagMutations.save(client));
  const remove = useMutation(tagMutations.remove(client));
  const [removing, setRemoving] = useState<number | null>(null);
  const put = (name: string) =>
    change.mutate(
      { ...selection.body, add: [name] },
      {
        onSuccess: ({ leads, undo_id }) =>
          notifyUndoable(
            `${countOf(leads, "lead etiquetado", "leads etiquetados")} com ${name}.`,
            undo_id,
          ),
      },
    );
  const takeOff = (id: number, name: string) =>
    change.mutate(
      { ...selection.body, remove: [id] },
      {
        onSuccess: ({ leads, undo_id }) =>
          notifyUndoable(`${name} tirada de ${countOf(leads, "lead", "leads")}.`, undo_id),
      },
    );
  return (
    <Modal
      title="Etiquetas"
      description={countOf(selection.count, "lead selecionado", "leads selecionados")}
      onClose={onClose}
    >
      <TagInput label="Nova etiqueta" taken={[]} loading={change.isPending} onAdd={put} />
      <ul className="mt-4 divide-y divide-border">
        {tags.map(({ id, name, colour, leads }) => (
          <li key={id} className="flex flex-wrap items-center gap-2 py-2">
            <span className="min-w-0 flex-1 basis-40">
              <TagChips ids={[id]} />
              <span className="text-muted-foreground text-xs">
                {leads >= 10_000 ? "mais de 10.000 leads" : countOf(leads, "lead", "leads")}
              </span>
            </span>
            <Button
              variant="outline"
              size="sm"
              disabled={change.isPending}
              aria-label={`Pôr ${name} nos selecionados`}
              onClick={() => put(name)}
            >
              Pôr
            </Button>
            <Button
              variant="outline"
              size="sm"
              disabled={change.isPending}
              aria-label={`Tirar ${name} dos selecionados`}
              onClick={() => takeOff(id, name)}
            >
              Tirar
            </Button>
            <NativeSelect
              aria-label={`Cor de ${name}`}
              className="w-32"
              value={colour}
              onChange={({ target }) =>
                save.mutate({ id, name, colour: target.value as StageColour })
              }
            >
              {STAGE_COLOURS.map((each) => (
                <option key={each} value={each}>
                  {COLOUR_LABEL[each]}
                </option>
              ))}
            </NativeSelect>
            {seesAll && (
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Excluir a etiqueta ${name}`}
                onClick={() => setRemoving(id)}
              >
                <Trash2 aria-hidden />
              </Button>
            )}
            {/* In the dialog, which keeps the focus to itself. */}
            {removing === id && (
              <div className="w-full">
                <DiscardQuestion
                  question={{
                    text: `Excluir a etiqueta ${name} de ${countOf(leads, "lead", "leads")}?`,
                    keep: "Cancelar",
                    discard: "Excluir",
                  }}
                  onKeep={() => setRemoving(null)}
                  onDiscard={() => {
                    setRemoving(null);
                    remove.mutate(id);
                  }}
                />
              </div>
            )}
          </li>
        ))}
      </ul>
    </Modal>
  );
}
