import { useListChoices } from "@/components/leads/lists/use-list-choices";
import { ChoiceList, type ChoicesProps } from "./choice-list";

/** The lists of the account, to tick and to search: the latest ones, and those that are ticked. */
export function ListChoices(props: ChoicesProps) {
  const { query, lists, offered, isSearching, setTyped } = useListChoices(props.chosen);
  return (
    <ChoiceList
      {...props}
      query={{ ...query, data: query.data && (isSearching ? lists : offered) }}
      label="Listas da conta"
      searchLabel="Pesquisar listas"
      onSearch={setTyped}
      failed="Erro ao carregar listas"
      none="Você ainda não tem listas."
      noneFound="Nenhuma lista com este nome."
    />
  );
}
