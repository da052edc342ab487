"use client";

import dynamic from "next/dynamic";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { consumeJustLoggedIn } from "@/components/session/just-logged-in";
import { useSessionUser } from "@/components/session/session-context";
import { UpgradeContext } from "@/components/session/upgrade-context";
import { isPro } from "@/lib/domain/plans/plan";

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

  const upgrade = useMemo(() => {
    const openUpgrade = () => setOpen(!pro);
    return {
      openUpgrade,
      guard: () => {
        openUpgrade();
        return pro;
      },
    };
  }, [pro]);

  return (
    <UpgradeContext value={upgrade}>
      {children}
      {open && !pro && <UpgradeModal onClose={() => setOpen(false)} />}
    </UpgradeContext>
  );
}
