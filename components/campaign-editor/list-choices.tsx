import { useQuery } from "@tanstack/react-query";
import { listQueries } from "@/components/lists/lists.queries";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { ChoiceList } from "./choice-list";

interface ListChoicesProps {
  chosen: readonly number[];
  onChange: (ids: number[]) => void;
}

/** The lists of the account, to tick and to search. */
export function ListChoices({ chosen, onChange }: ListChoicesProps) {
  const lists = useQuery(listQueries.choices());
  if (lists.isError && !lists.data) {
    return (
      <ErrorState
        title="Erro ao carregar listas"
        onRetry={lists.refetch}
        retrying={lists.isFetching}
        className="py-4"
      />
    );
  }
  if (!lists.data) return <Skeleton className="h-24 w-full" />;
  if (lists.data.length === 0) {
    return <p className="text-muted-foreground text-sm">Você ainda não tem listas.</p>;
  }
  return (
    <ChoiceList
      label="Listas da conta"
      searchLabel="Pesquisar listas"
      noneFound="Nenhuma lista com este nome."
      choices={lists.data.map(({ id, name, total_leads }) => ({ id, name, leads: total_leads }))}
      chosen={chosen}
      onChange={onChange}
    />
  );
}
