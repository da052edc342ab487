"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useUndoableEdit } from "@/components/lead-edits/use-undoable-edit";
import { ListChoiceForm } from "@/components/lists/list-choice-form";
import { Modal } from "@/components/shared/feedback/modal";
import { notifyError } from "@/components/shared/feedback/notify";
import { errorText } from "@/lib/error-text";
import { countOf } from "@/lib/format";
import { leadMutations } from "./leads.queries";
import type { LeadSelection } from "./use-lead-selection";

interface AddToListDialogProps {
  selection: LeadSelection;
  onClose: () => void;
}

export function AddToListDialog({ selection, onClose }: AddToListDialogProps) {
  const notifyUndoable = useUndoableEdit();
  const add = useMutation({
    ...leadMutations.addSelectedToList(useQueryClient()),
    onSuccess: ({ added, undo_id }) => {
      const message = `${countOf(added, "lead adicionado", "leads adicionados")} à lista!`;
      notifyUndoable(message, undo_id);
      selection.clear();
      onClose();
    },
    onError: (error) => notifyError(errorText(error)),
  });
  return (
    <Modal
      title="Adicionar à lista"
      description={countOf(selection.count, "lead selecionado", "leads selecionados")}
      onClose={onClose}
    >
      <ListChoiceForm
        label="Adicionar à lista"
        action="Adicionar"
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
