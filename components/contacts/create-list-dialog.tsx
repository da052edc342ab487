"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ListNameDialog } from "@/components/lists/list-name-dialog";
import { listMutations } from "@/components/lists/lists.queries";
import { notifyError, notifySuccess } from "@/components/shared/feedback/notify";
import type { WhatsappContact } from "@/lib/contracts/messaging/contacts";
import { AppError } from "@/lib/errors";
import { countOf, formatNumber } from "@/lib/format";

interface CreateListDialogProps {
  contacts: WhatsappContact[];
  onCreated: () => void;
  onClose: () => void;
}

export function CreateListDialog({ contacts, onCreated, onClose }: CreateListDialogProps) {
  const client = useQueryClient();
  const creation = useMutation(listMutations.create(client));

  async function create(name: string) {
    try {
      const { list, contact_count } = await creation.mutateAsync({
        name,
        contacts: contacts.map(({ number, pushName }) => ({
          // The plus marks a number that includes its country code.
          whatsapp_number: `+${number}`,
          display_name: pushName,
        })),
      });
      notifySuccess(
        `Lista "${list.name}" criada com sucesso! ${formatNumber(contact_count)} contatos adicionados.`,
      );
      onCreated();
    } catch (error) {
      notifyError((error instanceof AppError && error.message) || "Erro ao criar lista");
      throw error;
    }
  }

  return (
    <ListNameDialog
      title="Criar Lista"
      description={`${countOf(contacts.length, "contato selecionado vira lead", "contatos selecionados viram leads")}, sem gastar créditos.`}
      submitLabel="Criar Lista"
      onSubmit={create}
      onClose={onClose}
    />
  );
}
