import { useQueries, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { listQueries, MOST_CHOICES } from "@/components/lists/lists.queries";
import { useDebounced } from "@/components/shared/state/use-debounced";
import type { List } from "@/lib/contracts/leads/lists";
import { ChoiceList, type ChoicesProps } from "./choice-list";

/** Of the chosen lists that are not among the latest so many are named. */
const MOST_NAMED = 50;

/** The lists of the account, to tick and to search: the latest ones, and those that are ticked. */
export function ListChoices(props: ChoicesProps) {
  const [typed, setTyped] = useState("");
  const search = useDebounced(typed.trim());
  const lists = useQuery({
    ...listQueries.page({ per_page: MOST_CHOICES, ...(search !== "" && { search }) }),
    select: (found) => found.lists.map(toChoice),
  });
  const shown = new Set(lists.data?.map(({ id }) => id));
  const missing = lists.data && search === "" ? props.chosen.filter((id) => !shown.has(id)) : [];
  const named = useQueries({
    queries: missing.slice(0, MOST_NAMED).map((id) => listQueries.one(id)),
    combine: (found) => found.flatMap(({ data }) => (data ? [toChoice(data)] : [])),
  });
  return (
    <ChoiceList
      {...props}
      query={{ ...lists, data: lists.data && [...named, ...lists.data] }}
      label="Listas da conta"
      searchLabel="Pesquisar listas"
      onSearch={setTyped}
      failed="Erro ao carregar listas"
      none="Você ainda não tem listas."
      noneFound="Nenhuma lista com este nome."
    />
  );
}

function toChoice({ id, name, total_leads }: List) {
  return { id, name, leads: total_leads };
}
