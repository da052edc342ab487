"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useUndoableEdit } from "@/components/leads/edits/use-undoable-edit";
import { Modal } from "@/components/shared/feedback/modal";
import { Field, fieldsFirst } from "@/components/shared/forms/form";
import { FormDialog } from "@/components/shared/forms/form-dialog";
import { NativeSelect } from "@/components/ui/native-select";
import { readOwnValue } from "@/lib/domain/leads/own-fields";
import { countOf } from "@/lib/format";
import { ownFieldMutations, type SetOwn, useOwnFields } from "./own-fields.queries";
import { OwnValueInput } from "./own-value-input";

interface SetOwnDialogProps {
  selection: {
    count: number;
    body: Omit<SetOwn, "own">;
    clear: () => void;
  };
  onClose: () => void;
}

/** Gives one own field of the selected leads a value, or clears it. */
export function SetOwnDialog({ selection, onClose }: SetOwnDialogProps) {
  const fields = useOwnFields();
  const notifyUndoable = useUndoableEdit();
  const [key, setKey] = useState("");
  const [value, setValue] = useState<string | string[]>("");
  const [problem, setProblem] = useState<string>();
  const field = fields.find((each) => each.key === key) ?? fields[0];
  const save = useMutation({
    ...ownFieldMutations.setOnLeads(useQueryClient()),
    meta: {
      failure: fieldsFirst((wrong) => {
        setProblem(wrong[`own.${field?.key}`]);
        return `own.${field?.key}` in wrong;
      }),
    },
  });
  const isEmpty = value.length === 0;

  function submit() {
    if (!field) return;
    const read = readOwnValue(field, value);
    if (!read.ok) return setProblem(read.reason);
    save.mutate(
      { ...selection.body, own: { [field.key]: isEmpty ? null : value } },
      {
        onSuccess: ({ leads, undo_id }) => {
          notifyUndoable(`${field.name} mudou em ${countOf(leads, "lead", "leads")}.`, undo_id);
          selection.clear();
          onClose();
        },
      },
    );
  }

  const dialog = {
    title: "Mudar campo",
    description: countOf(selection.count, "lead selecionado", "leads selecionados"),
    onClose,
  };
  if (!field) {
    return (
      <Modal {...dialog}>
        <p className="py-4 text-muted-foreground text-sm">
          Nenhum campo ainda. Crie os seus em “Campos”, acima da tabela.
        </p>
      </Modal>
    );
  }
  return (
    <FormDialog
      {...dialog}
      isDirty={!isEmpty}
      onSubmit={submit}
      submitLabel={isEmpty ? "Apagar o valor" : "Salvar"}
      isPending={save.isPending}
      isLong
    >
      <Field label="Campo">
        {(control) => (
          <NativeSelect
            {...control}
            value={field.key}
            onChange={({ target }) => {
              setKey(target.value);
              setValue("");
              setProblem(undefined);
            }}
          >
            {fields.map((each) => (
              <option key={each.key} value={each.key}>
                {each.name}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
      <Field label="Novo valor" error={problem} help="Em branco: apaga o valor dos selecionados.">
        {(control) => (
          <OwnValueInput
            {...control}
            field={field}
            value={value}
            onChange={(changed) => {
              setValue(changed);
              setProblem(undefined);
            }}
          />
        )}
      </Field>
    </FormDialog>
  );
}
