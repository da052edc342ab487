"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useUndoableEdit } from "@/components/leads/edits/use-undoable-edit";
import { useTeam } from "@/components/session/team.queries";
import { Modal } from "@/components/shared/feedback/modal";
import { Button } from "@/components/ui/button";
import { countOf } from "@/lib/format";
import { listSellers, nameSeller } from "./seller-choice";
import { type GiveLeads, giveLeads } from "./sellers.queries";

interface GiveLeadsDialogProps {
  selection: {
    count: number;
    body: Omit<GiveLeads, "seller_id">;
    clear: () => void;
  };
  onClose: () => void;
}

/** Assigns the selected leads to a person of the account, or to nobody, with one click. */
export function GiveLeadsDialog({ selection, onClose }: GiveLeadsDialogProps) {
  const { people } = useTeam();
  const notifyUndoable = useUndoableEdit();
  const { mutate, isPending, variables } = useMutation({
    ...giveLeads(useQueryClient()),
    onSuccess: ({ updated, undo_id }, { seller_id }) => {
      const name = people.find(({ id }) => id === seller_id)?.name;
      notifyUndoable(
        name
          ? `${countOf(updated, "lead passado", "leads passados")} para ${name}.`
          : `${countOf(updated, "lead ficou", "leads ficaram")} sem vendedor.`,
        undo_id,
      );
      selection.clear();
      onClose();
    },
  });
  const choices = [
    { id: null, label: "Ninguém" },
    ...listSellers(people).map((person) => ({ id: person.id, label: nameSeller(person) })),
  ];
  return (
    <Modal
      title="Passar para…"
      description={countOf(selection.count, "lead selecionado", "leads selecionados")}
      onClose={onClose}
    >
      <ul className="flex flex-wrap gap-2">
        {choices.map(({ id, label }) => (
          <li key={id} className="min-w-0">
            <Button
              variant="outline"
              className="max-w-full"
              loading={isPending && variables.seller_id === id}
              disabled={isPending}
              onClick={() => mutate({ ...selection.body, seller_id: id })}
            >
              <span className="truncate">{label}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
