"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { ProofFields, useProof } from "@/components/accounts/second-factor/proof-fields";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { Field } from "@/components/shared/forms/form";
import { FormDialog } from "@/components/shared/forms/form-dialog";
import { Input } from "@/components/ui/input";
import { DELETION_DAYS, DELETION_WORD } from "@/lib/domain/custody/account-deletion";
import { fieldError } from "@/lib/error-text";
import { ownDataMutations } from "./own-data.queries";

export function DeletionDialog({ onClose }: { onClose: () => void }) {
  const remove = useMutation(ownDataMutations.requestDeletion(useQueryClient()));
  const router = useRouter();
  const proof = useProof();
  const [word, setWord] = useState("");
  const isConfirmed = word.trim().toUpperCase() === DELETION_WORD;

  function submit() {
    remove.mutate(
      { ...proof.proof, confirmation: DELETION_WORD },
      {
        onSuccess: () => {
          notifySuccess(
            `A conta será excluída em ${DELETION_DAYS} dias. Até lá, dá para desfazer.`,
          );
          onClose();
          router.refresh();
        },
      },
    );
  }
  return (
    <FormDialog
      title="Excluir a conta?"
      description={`Tudo é apagado em ${DELETION_DAYS} dias. Se quiser guardar alguma coisa, peça antes uma cópia dos seus dados.`}
      onClose={onClose}
      onSubmit={submit}
      submitLabel="Excluir a conta"
      isPending={remove.isPending}
      disabled={!proof.isGiven || !isConfirmed}
      danger
    >
      <ProofFields proof={proof} error={remove.error} />
      <Field
        label={`Digite ${DELETION_WORD} para confirmar`}
        error={fieldError(remove.error, "confirmation")}
      >
        {(control) => (
          <Input
            {...control}
            value={word}
            onChange={({ target }) => setWord(target.value)}
            maxLength={20}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
        )}
      </Field>
    </FormDialog>
  );
}
