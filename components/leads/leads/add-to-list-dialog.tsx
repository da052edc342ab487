"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useUndoableEdit } from "@/components/leads/edits/use-undoable-edit";
import { ListChoiceForm } from "@/components/leads/lists/list-choice-form";
import { Modal } from "@/components/shared/feedback/modal";
import { countOf } from "@/lib/format";
import { leadMutations } from "./leads.queries";
import type { LeadSelection } from "./use-lead-selection";

interface AddToListDialogProps {
  selection: LeadSelection;
  onClose: () => void;
  /** Set if the list is for a campaign; called with the list's id. */
  onAdded?: (listId: number) => void;
}

export function AddToListDialog({ selection, onClose, onAdded }: AddToListDialogProps) {
  const notifyUndoable = useUndoableEdit();
  const add = useMutation({
    ...leadMutations.addSelectedToList(useQueryClient()),
    onSuccess: ({ list_id, added, undo_id }) => {
      const message = `${countOf(added, "lead adicionado", "leads adicionados")} à lista!`;
      notifyUndoable(message, undo_id);
      selection.clear();
      onClose();
      onAdded?.(list_id);
    },
  });
  return (
    <Modal
      title={onAdded ? "Criar campanha" : "Adicionar à lista"}
      description={countOf(selection.count, "lead selecionado", "leads selecionados")}
      onClose={onClose}
    >
      <ListChoiceForm
        label={onAdded ? "Juntar antes na lista" : "Adicionar à lista"}
        action={onAdded ? "Adicionar e criar campanha" : "Adicionar"}
        loading={add.isPending}
        onChoose={(list) =>
          add.mutate({
            ...selection.body,
            ...("id" in list ? { list_id: list.id } : { name: list.newName }),
          })
        }
      />
    </Modal>
  );
}
