"use client";

import { useEffect, useRef, useState } from "react";
import { lateDialog } from "@/components/shared/feedback/late-code";
import { setProofDialog } from "@/lib/api/client";

const SessionProofDialog = lateDialog(
  async () =>
    (await import("@/components/accounts/second-factor/session-proof-dialog")).SessionProofDialog,
);

/**
 * Shows the dialog that asks for password and code when a call was refused with `proof_required`. The screen of the call
 * keeps its values, and the call is repeated once the proof is given.
 */
export function AskedProof() {
  const [isOpen, setOpen] = useState(false);
  // One dialog answers all calls that wait, also those that came while the proof was on its way.
  const waiting = useRef<((given: boolean) => void)[]>([]);

  useEffect(() => {
    setProofDialog(
      () =>
        new Promise((resolve) => {
          waiting.current.push(resolve);
          setOpen(true);
        }),
    );
    return () => setProofDialog(null);
  }, []);

  function answer(given: boolean) {
    for (const resolve of waiting.current.splice(0)) resolve(given);
    setOpen(false);
  }
  return (
    isOpen && <SessionProofDialog onProven={() => answer(true)} onClose={() => answer(false)} />
  );
}
