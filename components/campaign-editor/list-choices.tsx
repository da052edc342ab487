import { useQuery } from "@tanstack/react-query";
import { listQueries } from "@/components/lists/lists.queries";
import { ChoiceList, type ChoicesProps } from "./choice-list";

/** The lists of the account, to tick and to search. */
export function ListChoices(props: ChoicesProps) {
  const lists = useQuery({
    ...listQueries.choices(),
    select: (found) =>
      found.lists.map(({ id, name, total_leads }) => ({ id, name, leads: total_leads })),
  });
  return (
    <ChoiceList
      {...props}
      query={lists}
      label="Listas da conta"
      searchLabel="Pesquisar listas"
      failed="Erro ao carregar listas"
      none="Você ainda não tem listas."
      noneFound="Nenhuma lista com este nome."
    />
  );
}
