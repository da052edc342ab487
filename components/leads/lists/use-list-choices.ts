import { useQueries, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useDebounced } from "@/components/shared/state/use-debounced";
import type { List } from "@/lib/contracts/leads/lists";
import { listQueries } from "./lists.queries";

/** The most chosen lists outside the latest ones whose names are loaded. */
const MOST_NAMED = 50;

export interface ListChoice {
  id: number;
  name: string;
  leads: number;
}

export type ListChoices = ReturnType<typeof useListChoices>;

/** A list's name as a person sorts it: without accents and case, and by its numbers. */
const byName = new Intl.Collator("pt-BR", { numeric: true, sensitivity: "base" });
const sortByName = (lists: readonly ListChoice[]) =>
  lists.toSorted((one, other) => byName.compare(one.name, other.name));

/**
 * The lists that a field offers, by name: the latest ones, or those that the server finds for what is typed. `offered` has
 * the chosen ones as well, which a field must be able to name.
 */
export function useListChoices(chosen: readonly number[], { enabled = true } = {}) {
  const [typed, setTyped] = useState("");
  const search = useDebounced(typed.trim());
  const isSearching = search !== "";
  const latest = useQuery({ ...listQueries.choices(), enabled });
  const found = useQuery({
    ...listQueries.choices(search),
    enabled: enabled && isSearching,
    placeholderData: (before) => before ?? latest.data,
  });
  const query = isSearching ? found : latest;
  const lists = sortByName(query.data?.lists.map(toChoice) ?? []);

  const shown = new Set(lists.map(({ id }) => id));
  const notShown = chosen.filter((id) => !shown.has(id));
  const known = new Map(latest.data?.lists.map((list) => [list.id, toChoice(list)] as const));
  const unknown = latest.data ? notShown.filter((id) => !known.has(id)) : [];
  const asked = useQueries({
    queries: unknown.slice(0, MOST_NAMED).map((id) => ({ ...listQueries.one(id), enabled })),
    combine: (answers) => answers.flatMap(({ data }) => (data ? [toChoice(data)] : [])),
  });
  return {
    query,
    lists,
    offered: sortByName([...notShown.flatMap((id) => known.get(id) ?? []), ...asked, ...lists]),
    setTyped,
    isSearching,
  };
}

function toChoice({ id, name, total_leads }: List): ListChoice {
  return { id, name, leads: total_leads };
}
