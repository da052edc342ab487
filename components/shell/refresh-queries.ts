import type { QueryClient } from "@tanstack/react-query";
import { createPacedRuns } from "@/lib/paced-runs";

const GATHER_MS = 300;
/** A request that gets no answer for so long is given up for a new one. */
const PATIENCE_MS = 30_000;

const refreshers = new WeakMap<QueryClient, (key: string) => void>();

/**
 * Refetches the queries on screen whose key begins with `queryKey`; an empty key means all. The first time at once; further
 * events are gathered, because on a slow network requests that each event breaks off would never be answered.
 */
export function refreshQueries(client: QueryClient, queryKey: readonly string[]): void {
  const refresh = refreshers.get(client) ?? createRefresher(client);
  refreshers.set(client, refresh);
  refresh(JSON.stringify(queryKey));
}

/** After events were missed. The page too: it holds the plan. */
export function refreshAll(client: QueryClient, refreshPage: () => void): void {
  refreshPage();
  refreshQueries(client, []);
}

function createRefresher(client: QueryClient) {
  const refetch = async (key: string, afterLate: boolean) => {
    const queryKey = JSON.parse(key) as string[];
    const filters = { queryKey, type: "active", fetchStatus: "fetching" } as const;
    const areFetching = client.getQueryCache().findAll(filters).length > 0;
    await client.invalidateQueries({ queryKey }, { cancelRefetch: afterLate });
    // What was being fetched already, such as a further page, may be from before the event.
    return areFetching && !afterLate;
  };
  return createPacedRuns(refetch, { restMs: GATHER_MS, patienceMs: PATIENCE_MS });
}
