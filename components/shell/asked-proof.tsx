"use client";

import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
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
  // One dialog answers all calls that wait.
  const [waiting, setWaiting] = useState<readonly ((given: boolean) => void)[]>([]);

  useEffect(() => {
    setProofDialog(() => new Promise((resolve) => setWaiting((others) => [...others, resolve])));
    return () => setProofDialog(null);
  }, []);

  function answer(given: boolean) {
    for (const resolve of waiting) resolve(given);
    setWaiting([]);
  }
  return waiting.length > 0 && <SessionProofDialog onEnd={answer} />;
}
