"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { listQueries } from "@/components/lists/lists.queries";
import { Field } from "@/components/shared/form";
import { Modal } from "@/components/shared/modal";
import { notifyError, notifySuccess } from "@/components/shared/notify";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { NativeSelect } from "@/components/ui/native-select";
import { LIST_NAME_MAX_LENGTH } from "@/lib/contracts/lists";
import { errorText } from "@/lib/error-text";
import { countOf } from "@/lib/format";
import { leadMutations } from "./leads.queries";
import type { LeadSelection } from "./use-lead-selection";

interface AddToListDialogProps {
  selection: LeadSelection;
  onClose: () => void;
}

export function AddToListDialog({ selection, onClose }: AddToListDialogProps) {
  const lists = useQuery(listQueries.choices());
  const [listId, setListId] = useState("");
  const [name, setName] = useState("");
  const [missing, setMissing] = useState(false);
  const isNew = listId === "";

  const add = useMutation({
    ...leadMutations.addSelectedToList(useQueryClient()),
    onSuccess: ({ added }) => {
      notifySuccess(`${countOf(added, "lead adicionado", "leads adicionados")} à lista!`);
      selection.clear();
      onClose();
    },
    onError: (error) => notifyError(errorText(error)),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isNew && name.trim() === "") return setMissing(true);
    add.mutate({
      ...selection.body,
      ...(isNew ? { name: name.trim() } : { list_id: Number(listId) }),
    });
  }

  return (
    <Modal
      title="Adicionar à lista"
      description={countOf(selection.count, "lead selecionado", "leads selecionados")}
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate aria-label="Adicionar à lista">
        <Field label="Lista" error={lists.isError ? "Erro ao carregar listas!" : undefined}>
          {(control) => (
            <NativeSelect
              {...control}
              value={listId}
              onChange={(event) => setListId(event.target.value)}
            >
              <option value="">Nova lista</option>
              {lists.data?.map((list) => (
                <option key={list.id} value={list.id}>
                  {list.name} ({list.total_leads})
                </option>
              ))}
            </NativeSelect>
          )}
        </Field>
        {isNew && (
          <Field
            label="Nome da nova lista"
            error={missing && name.trim() === "" ? "Informe o nome da lista." : undefined}
          >
            {(control) => (
              <Input
                {...control}
                value={name}
                maxLength={LIST_NAME_MAX_LENGTH}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
        )}
        <Button type="submit" size="lg" className="w-full" loading={add.isPending}>
          Adicionar
        </Button>
      </form>
    </Modal>
  );
}
