"use client";

import { type DehydratedState, HydrationBoundary } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";

/** When each page's answers came, by this browser's clock: the router keeps a page, and shows it again. */
const receivedAt = new WeakMap<DehydratedState, number>();

/** The answers that came with a page, as new as this browser's own would be: its clock may be another than the server's. */
export function PageAnswers({ state, children }: { state: DehydratedState; children: ReactNode }) {
  const received = useMemo(() => {
    const dataUpdatedAt = receivedAt.get(state) ?? Date.now();
    receivedAt.set(state, dataUpdatedAt);
    const queries = state.queries.map((query) => ({
      ...query,
      state: { ...query.state, dataUpdatedAt },
    }));
    return { ...state, queries };
  }, [state]);
  return <HydrationBoundary state={received}>{children}</HydrationBoundary>;
}
