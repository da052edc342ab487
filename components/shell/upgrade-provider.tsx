"use client";

import dynamic from "next/dynamic";
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from "react";
import { consumeJustLoggedIn } from "@/components/session/just-logged-in";
import { useSessionUser } from "@/components/session/session-context";
import { isPro } from "@/lib/domain/plans/plan";

interface Upgrade {
  openUpgrade: () => void;
}

const UpgradeContext = createContext<Upgrade | null>(null);

const UpgradeModal = dynamic(async () => (await import("./upgrade-modal")).UpgradeModal, {
  ssr: false,
});

/** Owns the upgrade modal and shows it once after a login on the free plan. */
export function UpgradeProvider({ children }: { children: ReactNode }) {
  const pro = isPro(useSessionUser().plan);
  const [open, setOpen] = useState(false);

  useEffect(() => {
    if (consumeJustLoggedIn() && !pro) setOpen(true);
  }, [pro]);

  const upgrade = useMemo(() => ({ openUpgrade: () => setOpen(!pro) }), [pro]);

  return (
    <UpgradeContext value={upgrade}>
      {children}
      {open && <UpgradeModal onClose={() => setOpen(false)} />}
    </UpgradeContext>
  );
}

export function useUpgrade(): Upgrade {
  const upgrade = use(UpgradeContext);
  if (!upgrade) throw new Error("useUpgrade must be used inside the UpgradeProvider");
  return upgrade;
}
