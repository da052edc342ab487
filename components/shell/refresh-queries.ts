import type { QueryClient } from "@tanstack/react-query";
import { createPacedRuns } from "@/lib/paced-runs";

const GATHER_MS = 300;
/** A request without an answer after this time is given up for a new one. */
const PATIENCE_MS = 30_000;

const refreshers = new WeakMap<QueryClient, (key: string) => void>();

/**
 * Refetches the queries on screen whose key begins with `queryKey`; an empty key means all. The first event refetches at
 * once, further events are gathered: on a slow network, requests that each event cancels would never be answered.
 */
export function refreshQueries(client: QueryClient, queryKey: readonly string[]): void {
  const refresh = refreshers.get(client) ?? createRefresher(client);
  refreshers.set(client, refresh);
  refresh(JSON.stringify(queryKey));
}

/** Called after missed events. */
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
    // A request that was already running, such as for a further page, may have read data from before the event.
    return areFetching && !afterLate;
  };
  return createPacedRuns(refetch, { restMs: GATHER_MS, patienceMs: PATIENCE_MS });
}
