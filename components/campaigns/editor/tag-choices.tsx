import { useQuery } from "@tanstack/react-query";
import { tagsQuery } from "@/components/leads/leads/tags.queries";
import { ChoiceList, type ChoicesProps } from "./choice-list";

/** The tags of the account, to tick and to search. */
export function TagChoices(props: ChoicesProps) {
  return (
    <ChoiceList
      {...props}
      query={useQuery(tagsQuery())}
      label="Etiquetas da conta"
      searchLabel="Pesquisar etiquetas"
      failed="Erro ao carregar etiquetas"
      none="Você ainda não tem etiquetas."
      noneFound="Nenhuma etiqueta com este nome."
    />
  );
}
