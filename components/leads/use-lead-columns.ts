"use client";

import { useMemo } from "react";
import { SMALL_WINDOW, useMediaQuery } from "@/components/shared/use-media-query";
import { useStoredState } from "@/components/shared/use-stored-state";
import { HIDDEN_BY_DEFAULT, HIDDEN_ON_PHONE } from "./leads.columns";

type Visibility = Record<string, boolean>;
const NOTHING_CHOSEN: Visibility = {};

/** The columns shown in this browser. A phone's cards have a choice of their own: they show less. */
export function useLeadColumns(): [Visibility, (visibility: Visibility) => void] {
  const isPhone = useMediaQuery(SMALL_WINDOW);
  const [chosen, choose] = useStoredState<Visibility>(
    isPhone ? "leadsColumnsPhone" : "leadsColumns",
    NOTHING_CHOSEN,
  );
  const visibility = useMemo(
    () => ({ ...(isPhone ? HIDDEN_ON_PHONE : HIDDEN_BY_DEFAULT), ...chosen }),
    [isPhone, chosen],
  );
  return [visibility, choose];
}
