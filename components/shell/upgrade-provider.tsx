"use client";

import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { consumeJustLoggedIn } from "@/components/session/just-logged-in";
import { useCan, useSessionUser } from "@/components/session/session-context";
import { UpgradeContext } from "@/components/session/upgrade-context";
import { ASK_AN_OWNER } from "@/components/session/use-pro-feature";
import { lateDialog } from "@/components/shared/feedback/late-code";
import { notifyInfo } from "@/components/shared/feedback/notify";
import { isPro } from "@/lib/domain/plans/plan";

const UpgradeModal = lateDialog(async () => (await import("./upgrade-modal")).UpgradeModal);

/** The first screen is seen before the window covers it. */
const SEEN_AFTER_MS = 1_500;

/** Owns the upgrade modal and shows it once after an owner's login on the free plan. */
export function UpgradeProvider({ children }: { children: ReactNode }) {
  const pro = isPro(useSessionUser().plan);
  const buys = useCan("owner");
  const [open, setOpen] = useState(false);

  useOfferAfterLogin(!pro && buys, setOpen);

  const upgrade = useMemo(() => {
    const openUpgrade = () => {
      if (buys) setOpen(!pro);
      else if (!pro) notifyInfo(ASK_AN_OWNER);
    };
    return {
      openUpgrade,
      guard: () => {
        openUpgrade();
        return pro;
      },
    };
  }, [pro, buys]);

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
function useOfferAfterLogin(isOffered: boolean, setOpen: (open: boolean) => void): void {
  const pathname = usePathname();
  const [firstScreen, setFirstScreen] = useState<string | null>(null);

  useEffect(() => {
    if (consumeJustLoggedIn()) setFirstScreen(window.location.pathname);
  }, []);

  useEffect(() => {
    if (firstScreen === null || !isOffered) return;
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
  }, [firstScreen, pathname, isOffered, setOpen]);
}
