"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useSyncExternalStore } from "react";
import { endNavigation, getNavigationTarget, subscribeToNavigation } from "./navigation-state";

/** A thin bar over every screen while the next one is on its way. It fades in, so that a fast one does not flash. */
export function NavigationBar() {
  const target = useSyncExternalStore(subscribeToNavigation, getNavigationTarget, () => null);
  const pathname = usePathname();
  const search = useSearchParams();

  // biome-ignore lint/correctness/useExhaustiveDependencies: arriving is what ends a navigation
  useEffect(endNavigation, [pathname, search]);

  if (target === null) return null;
  return (
    <div
      role="progressbar"
      aria-label="Abrindo a tela"
      className="pointer-events-none fixed inset-x-0 top-0 z-50 h-0.75 animate-late overflow-hidden bg-primary-soft print:hidden"
    >
      <div className="h-full w-1/3 animate-pass bg-primary" />
    </div>
  );
}
