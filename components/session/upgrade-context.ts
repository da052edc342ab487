"use client";

import { createContext, use } from "react";

interface Upgrade {
  openUpgrade: () => void;
  /** Refuses a PRO feature and offers PRO; returns true for a PRO account. */
  guard: () => boolean;
}

export const UpgradeContext = createContext<Upgrade | null>(null);

export function useUpgrade(): Upgrade {
  const upgrade = use(UpgradeContext);
  if (!upgrade) throw new Error("useUpgrade must be used inside the UpgradeProvider");
  return upgrade;
}
