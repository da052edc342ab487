"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ListNameDialog } from "@/components/leads/lists/list-name-dialog";
import { listMutations } from "@/components/leads/lists/lists.queries";
import { notifySuccess } from "@/components/shared/feedback/notify";
import type { WhatsappContact } from "@/lib/contracts/messaging/contacts";
import { countOf, formatNumber } from "@/lib/format";

interface CreateListDialogProps {
  contacts: WhatsappContact[];
  onCreated: () => void;
  onClose: () => void;
}

export function CreateListDialog({ contacts, onCreated, onClose }: CreateListDialogProps) {
  const client = useQueryClient();
  const creation = useMutation(listMutations.create(client));
  // A lead is written to by its number.
  const reachable = contacts.filter(({ number }) => number !== null);
  const hidden = contacts.length - reachable.length;

  async function create(name: string) {
    const { list, contact_count } = await creation.mutateAsync({
      name,
      contacts: reachable.map(({ number, pushName }) => ({
        // The plus marks a number that includes its country code.
        whatsapp_number: `+${number}`,
        display_name: pushName,
      })),
    });
    notifySuccess(
      `Lista "${list.name}" criada com sucesso! ${formatNumber(contact_count)} contatos adicionados.`,
    );
    onCreated();
  }

  return (
    <ListNameDialog
      title="Criar Lista"
      description={`${countOf(reachable.length, "contato selecionado vira lead", "contatos selecionados viram leads")}, sem gastar créditos.${hidden > 0 ? ` ${countOf(hidden, "fica de fora: esconde o número.", "ficam de fora: escondem o número.")}` : ""}`}
      submitLabel="Criar Lista"
      onSubmit={create}
      onClose={onClose}
    />
  );
}
