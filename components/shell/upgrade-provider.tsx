"use client";

import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { consumeJustLoggedIn } from "@/components/session/just-logged-in";
import { useSessionUser } from "@/components/session/session-context";
import { UpgradeContext } from "@/components/session/upgrade-context";
import { lateDialog } from "@/components/shared/feedback/late-code";
import { isPro } from "@/lib/domain/plans/plan";

const UpgradeModal = lateDialog(async () => (await import("./upgrade-modal")).UpgradeModal);

/** The first screen is seen before the window covers it. */
const SEEN_AFTER_MS = 1_500;

/** Owns the upgrade modal and shows it once after a login on the free plan. */
export function UpgradeProvider({ children }: { children: ReactNode }) {
  const pro = isPro(useSessionUser().plan);
  const [open, setOpen] = useState(false);

  useOfferAfterLogin(!pro, setOpen);

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

/**
 * Opens the window once after a login, when the first screen has been seen. A user who has begun to work there is not
 * interrupted: the window then opens with the next screen.
 */
function useOfferAfterLogin(isFree: boolean, setOpen: (open: boolean) => void): void {
  const pathname = usePathname();
  const [firstScreen, setFirstScreen] = useState<string | null>(null);

  useEffect(() => {
    if (consumeJustLoggedIn()) setFirstScreen(window.location.pathname);
  }, []);

  useEffect(() => {
    if (firstScreen === null || !isFree) return;
    const offer = () => {
      setFirstScreen(null);
      setOpen(true);
    };
    if (pathname !== firstScreen) return offer();
    const timer = setTimeout(offer, SEEN_AFTER_MS);
    const begun = new AbortController();
    for (const kind of ["pointerdown", "keydown"]) {
      addEventListener(kind, () => clearTimeout(timer), { signal: begun.signal, once: true });
    }
    return () => {
      clearTimeout(timer);
      begun.abort();
    };
  }, [firstScreen, pathname, isFree, setOpen]);
}
