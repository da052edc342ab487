"use client";

import { ProofDialog } from "./proof-dialog";
import { secondFactorMutations } from "./second-factor.queries";

interface SessionProofDialogProps {
  onProven: () => void;
  onClose: () => void;
}

/** Asks the user to prove again who they are, in a session that was opened some time ago. */
export function SessionProofDialog({ onProven, onClose }: SessionProofDialogProps) {
  return (
    <ProofDialog
      title="Confirme que é você"
      description="Já faz algum tempo que você entrou. O que você preencheu continua aqui."
      submitLabel="Confirmar"
      mutation={secondFactorMutations.proveSession()}
      onDone={onProven}
      onClose={onClose}
    />
  );
}
