"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useUndoableEdit } from "@/components/leads/edits/use-undoable-edit";
import { ReceiversField } from "@/components/session/receivers-field";
import { useTeam } from "@/components/session/team.queries";
import { Modal } from "@/components/shared/feedback/modal";
import { Button } from "@/components/ui/button";
import { countOf } from "@/lib/format";
import { listSellers, nameSeller } from "./seller-choice";
import { type GiveLeads, giveLeads } from "./sellers.queries";

interface GiveLeadsDialogProps {
  selection: {
    count: number;
    body: Omit<GiveLeads, "to_ids">;
    clear: () => void;
  };
  onClose: () => void;
}

/** Gives the selected leads to a person of the account or to nobody with one click, or to several in equal shares. */
export function GiveLeadsDialog({ selection, onClose }: GiveLeadsDialogProps) {
  const { people } = useTeam();
  const [several, setSeveral] = useState<number[] | null>(null);
  const notifyUndoable = useUndoableEdit();
  const { mutate, isPending, variables } = useMutation({
    ...giveLeads(useQueryClient()),
    onSuccess: ({ updated, undo_id }, { to_ids }) => {
      const names = people.filter(({ id }) => to_ids.includes(id)).map(({ name }) => name);
      notifyUndoable(
        names.length === 0
          ? `${countOf(updated, "lead ficou", "leads ficaram")} sem vendedor.`
          : `${countOf(updated, "lead passado", "leads passados")} para ${new Intl.ListFormat("pt-BR").format(names)}.`,
        undo_id,
      );
      selection.clear();
      onClose();
    },
  });
  const sellers = listSellers(people);
  const choices = [
    { to_ids: [], label: "Ninguém" },
    ...sellers.map((person) => ({ to_ids: [person.id], label: nameSeller(person) })),
  ];
  const give = (to_ids: number[]) => mutate({ ...selection.body, to_ids });
  return (
    <Modal
      title="Passar para…"
      description={countOf(selection.count, "lead selecionado", "leads selecionados")}
      onClose={onClose}
    >
      {several ? (
        <>
          <ReceiversField people={sellers} chosen={several} onChange={setSeveral} />
          <div className="flex justify-end">
            <Button loading={isPending} onClick={() => give(several)}>
              {several.length === 0 ? "Deixar sem ninguém" : "Passar"}
            </Button>
          </div>
        </>
      ) : (
        <ul className="flex flex-wrap gap-2">
          {choices.map(({ to_ids, label }) => (
            <li key={to_ids[0] ?? 0} className="min-w-0">
              <Button
                variant="outline"
                className="max-w-full"
                loading={isPending && variables.to_ids[0] === to_ids[0]}
                disabled={isPending}
                onClick={() => give(to_ids)}
              >
                <span className="truncate">{label}</span>
              </Button>
            </li>
          ))}
          {sellers.length > 1 && (
            <li>
              <Button variant="outline" disabled={isPending} onClick={() => setSeveral([])}>
                Várias pessoas, em turno…
              </Button>
            </li>
          )}
        </ul>
      )}
    </Modal>
  );
}
