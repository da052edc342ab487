import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { listQueries } from "@/components/lists/lists.queries";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { foldText } from "@/lib/domain/text/fold-text";
import { countOf } from "@/lib/format";

interface ListChoicesProps {
  chosen: readonly number[];
  onChange: (ids: number[]) => void;
}

/** The lists of the account, to tick and to search. */
export function ListChoices({ chosen, onChange }: ListChoicesProps) {
  const [search, setSearch] = useState("");
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
  const wanted = foldText(search.trim());
  const found = lists.data.filter(({ name }) => foldText(name).includes(wanted));
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <Input
          role="searchbox"
          aria-label="Pesquisar listas"
          placeholder="Pesquisar listas"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          className="sm:max-w-80"
        />
        {chosen.length > 0 && (
          <Button variant="ghost" size="sm" onClick={() => onChange([])}>
            Limpar seleção
          </Button>
        )}
      </div>
      <ul className="max-h-64 overflow-y-auto" aria-label="Listas da conta">
        {found.map(({ id, name, total_leads }) => (
          <li key={id}>
            <label className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-1 text-sm hover:bg-muted pointer-coarse:min-h-11">
              <input
                type="checkbox"
                checked={chosen.includes(id)}
                onChange={({ target }) =>
                  onChange(target.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
                }
                className="size-4 shrink-0 cursor-pointer"
              />
              <span className="min-w-0 flex-1 truncate">{name}</span>
              <span className="shrink-0 text-muted-foreground tabular-nums">
                {countOf(total_leads, "lead", "leads")}
              </span>
            </label>
          </li>
        ))}
      </ul>
      {found.length === 0 && (
        <p className="text-muted-foreground text-sm">Nenhuma lista com este nome.</p>
      )}
    </>
  );
}
