"use client";

import { useQuery } from "@tanstack/react-query";
import { SearchItem } from "@/components/discovery/search-item";
import { searchQueries } from "@/components/discovery/searches.queries";
import { useNow } from "@/components/shared/state/use-now";
import { Card } from "@/components/ui/card";

const MOST_SHOWN = 3;
const SHOWN_FOR_MS = 15 * 60_000;

/** Companies that are being saved as leads, and those that were a moment ago. */
export function RecentSaves() {
  const now = useNow();
  const recent = useQuery(searchQueries.recent());
  const saves = (recent.data ?? [])
    .filter(
      ({ kind, status, completed_at }) =>
        kind === "receita" &&
        (status === "processing" ||
          (completed_at !== null && now.getTime() - Date.parse(completed_at) < SHOWN_FOR_MS)),
    )
    .slice(0, MOST_SHOWN);
  if (saves.length === 0) return null;
  return (
    <Card aria-label="Salvando como leads">
      <ul className="divide-y divide-border">
        {saves.map((search) => (
          <SearchItem key={search.id} search={search} />
        ))}
      </ul>
    </Card>
  );
}
