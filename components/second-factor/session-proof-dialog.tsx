"use client";

import { ProofDialog } from "./proof-dialog";
import { secondFactorMutations } from "./second-factor.queries";

/** Asks who it is again in a session that was opened some time ago. */
export function SessionProofDialog({ onEnd }: { onEnd: (given: boolean) => void }) {
  return (
    <ProofDialog
      title="Confirme que é você"
      description="Já faz algum tempo que você entrou. O que você preencheu continua aqui."
      label="Confirmar"
      mutation={secondFactorMutations.proveSession()}
      onDone={() => onEnd(true)}
      onClose={() => onEnd(false)}
    />
  );
}
