"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useLayoutEffect } from "react";
import { queryKeys } from "@/components/shared/state/query-keys";
import { readCachedInstance } from "./instance-cache";
import { whatsappQueries } from "./whatsapp.queries";

const BACKGROUND_REFRESH_MS = 100;

/**
 * Seeds the query cache with the stored status and refetches it shortly after.
 * A layout effect, because it must run before the screens' queries start, which they do in effects, children first.
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
