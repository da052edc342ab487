import { useQuery } from "@tanstack/react-query";
import { tagsQuery } from "@/components/leads/tags.queries";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { ChoiceList } from "./choice-list";

interface TagChoicesProps {
  chosen: readonly number[];
  onChange: (ids: number[]) => void;
}

/** The tags of the account, to tick and to search. */
export function TagChoices({ chosen, onChange }: TagChoicesProps) {
  const tags = useQuery(tagsQuery());
  if (tags.isError && !tags.data) {
    return (
      <ErrorState
        title="Erro ao carregar etiquetas"
        onRetry={tags.refetch}
        retrying={tags.isFetching}
        className="py-4"
      />
    );
  }
  if (!tags.data) return <Skeleton className="h-24 w-full" />;
  if (tags.data.length === 0) {
    return <p className="text-muted-foreground text-sm">Você ainda não tem etiquetas.</p>;
  }
  return (
    <ChoiceList
      label="Etiquetas da conta"
      searchLabel="Pesquisar etiquetas"
      noneFound="Nenhuma etiqueta com este nome."
      choices={tags.data}
      chosen={chosen}
      onChange={onChange}
    />
  );
}
