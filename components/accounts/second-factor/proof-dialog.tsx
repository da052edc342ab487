"use client";

import { type UseMutationOptions, useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { FormDialog } from "@/components/shared/forms/form-dialog";
import type { AccountProof } from "@/lib/contracts/accounts/account-proof";
import { ProofFields, useProof } from "./proof-fields";

interface ProofDialogProps<Answer> {
  title: string;
  description: string;
  submitLabel: string;
  danger?: boolean;
  mutation: UseMutationOptions<Answer, Error, AccountProof>;
  onDone: (answer: Answer) => void;
  onClose: () => void;
  children?: ReactNode;
  /** Whether all other required fields are filled in. */
  isReady?: boolean;
}

/** Asks the user to prove again who they are, before an action that could let somebody else in. */
export function ProofDialog<Answer>({
  mutation,
  onDone,
  children,
  isReady = true,
  ...dialog
}: ProofDialogProps<Answer>) {
  const act = useMutation(mutation);
  const proof = useProof();

  return (
    <FormDialog
      {...dialog}
      onSubmit={() => act.mutate(proof.proof, { onSuccess: onDone })}
      isPending={act.isPending}
      disabled={!proof.isGiven || !isReady}
    >
      {children}
      <ProofFields proof={proof} error={act.error} />
    </FormDialog>
  );
}
