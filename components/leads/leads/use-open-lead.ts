"use client";

import { useSearchParams } from "next/navigation";
import { useCallback } from "react";
import { stepBack } from "@/components/ui/use-close-on-back";
import { LEAD_PARAMETER } from "@/lib/paths";

/** Marks the history entry that opened the drawer, so that closing it goes back to the one before. */
const OPENED_HERE = "openedLead";

/** The lead that the address opens: Back closes it, and a link can point to it. */
export function useOpenLead(): [number | null, (leadId: number | null) => void] {
  const id = Number(useSearchParams().get(LEAD_PARAMETER));
  const opened = Number.isInteger(id) && id > 0 ? id : null;

  const open = useCallback((leadId: number | null) => {
    const url = new URL(window.location.href);
    const isOpen = url.searchParams.has(LEAD_PARAMETER);
    if (leadId === null) {
      if (!isOpen) return;
      if (window.history.state?.[OPENED_HERE]) return stepBack();
      url.searchParams.delete(LEAD_PARAMETER);
      return window.history.replaceState(null, "", url);
    }
    url.searchParams.set(LEAD_PARAMETER, String(leadId));
    // Not the whole state: Next ignores a change that carries its own.
    const openedHere = !isOpen || window.history.state?.[OPENED_HERE] === true;
    const state = { [OPENED_HERE]: openedHere };
    if (isOpen) window.history.replaceState(state, "", url);
    else window.history.pushState(state, "", url);
  }, []);

  return [opened, open];
}
