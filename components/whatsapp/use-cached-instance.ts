"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useLayoutEffect } from "react";
import { queryKeys } from "@/components/shared/query-keys";
import { readCachedInstance } from "./instance-cache";
import { whatsappQueries } from "./whatsapp.queries";

const BACKGROUND_REFRESH_MS = 100;

/**
 * Puts the cached status in place before any screen asks for it, and refreshes it a moment later.
 * A layout effect, because queries start fetching in ordinary effects, children's first.
 */
export function useCachedInstance(): void {
  const client = useQueryClient();
  useLayoutEffect(() => {
    const cached = readCachedInstance();
    const { queryKey } = whatsappQueries.instance();
    if (!cached || client.getQueryData(queryKey)) return;
    client.setQueryData(queryKey, cached.status, { updatedAt: cached.timestamp });
    setTimeout(
      () => client.invalidateQueries({ queryKey: queryKeys.whatsapp }),
      BACKGROUND_REFRESH_MS,
    );
  }, [client]);
}
