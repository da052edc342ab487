"use client";

import dynamic from "next/dynamic";
import { useEffect, useRef, useState } from "react";
import { setProofDialog } from "@/lib/api/client";

const SessionProofDialog = dynamic(
  async () => (await import("@/components/second-factor/session-proof-dialog")).SessionProofDialog,
  { ssr: false },
);

/**
 * Asks who it is before what a session that was opened some time ago may no longer do by itself. Whatever screen called
 * for it stays as it is and goes on with the answer.
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
  return isOpen && <SessionProofDialog onEnd={answer} />;
}
