"use client";

import { type UseMutationOptions, useMutation } from "@tanstack/react-query";
import type { FormEvent, ReactNode } from "react";
import { Modal } from "@/components/shared/feedback/modal";
import { Button } from "@/components/ui/button";
import type { AccountProof } from "@/lib/contracts/accounts/account-proof";
import { ProofFields, useProof } from "./proof-fields";

interface ProofDialogProps<Answer> {
  title: string;
  description: string;
  /** Of the button that does it. */
  label: string;
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
  title,
  description,
  label,
  danger = false,
  mutation,
  onDone,
  onClose,
  children,
  isReady = true,
}: ProofDialogProps<Answer>) {
  const act = useMutation(mutation);
  const proof = useProof();

  function submit(event: FormEvent) {
    event.preventDefault();
    act.mutate(proof.proof, {
      onSuccess: onDone,
    });
  }
  return (
    <Modal title={title} description={description} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        {children}
        <ProofFields proof={proof} error={act.error} />
        <div className="mt-2 flex flex-wrap justify-end gap-2">
          <Button variant="outline" onClick={onClose}>
            Cancelar
          </Button>
          <Button
            type="submit"
            variant={danger ? "danger" : "primary"}
            loading={act.isPending}
            disabled={!proof.isGiven || !isReady}
          >
            {label}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
