"use client";

import { type DehydratedState, HydrationBoundary } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";

/** The answers that came with a page, as new as this browser's own would be: its clock may be another than the server's. */
export function PageAnswers({ state, children }: { state: DehydratedState; children: ReactNode }) {
  const received = useMemo(() => {
    const dataUpdatedAt = Date.now();
    const queries = state.queries.map((query) => ({
      ...query,
      state: { ...query.state, dataUpdatedAt },
    }));
    return { ...state, queries };
  }, [state]);
  return <HydrationBoundary state={received}>{children}</HydrationBoundary>;
}
