import { useState } from "react";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { holdsWords } from "@/lib/domain/text/fold-text";
import { countOf } from "@/lib/format";

export interface ChoicesProps {
  chosen: readonly number[];
  onChange: (ids: number[]) => void;
}

interface ChoiceListProps extends ChoicesProps {
  query: {
    data: readonly { id: number; name: string; leads: number }[] | undefined;
    isError: boolean;
    isFetching: boolean;
    refetch: () => unknown;
  };
  /** Named for screen readers, as 'Listas da conta'. */
  label: string;
  searchLabel: string;
  /** Makes the server search: `query` then contains its results. Without it the search is local, among all entries. */
  onSearch?: (text: string) => void;
  failed: string;
  /** Shown if there is nothing to choose, or the search finds nothing. */
  none: string;
  noneFound: string;
}

/** Groups of leads, with how many are in each, to tick and to search. */
export function ChoiceList(props: ChoiceListProps) {
  const { query, label, searchLabel, onSearch, failed, none, noneFound, chosen, onChange } = props;
  const [search, setSearch] = useState("");
  if (query.isError && !query.data) {
    return (
      <ErrorState
        title={failed}
        onRetry={query.refetch}
        retrying={query.isFetching}
        className="py-4"
      />
    );
  }
  if (!query.data) return <Skeleton className="h-24 w-full" />;
  if (query.data.length === 0 && search.trim() === "") {
    return <p className="text-muted-foreground text-sm">{none}</p>;
  }
  const found = onSearch ? query.data : query.data.filter(({ name }) => holdsWords(name, search));
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <Input
          role="searchbox"
          aria-label={searchLabel}
          placeholder={searchLabel}
          value={search}
          onChange={({ target }) => {
            setSearch(target.value);
            onSearch?.(target.value);
          }}
          // The form around it would begin the campaign.
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
          className="sm:max-w-80"
        />
        {chosen.length > 0 && (
          <Button variant="ghost" size="sm" onClick={() => onChange([])}>
            Limpar seleção
          </Button>
        )}
      </div>
      <ul className="relative max-h-64 overflow-y-auto" aria-label={label}>
        {found.map(({ id, name, leads }) => (
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
                {countOf(leads, "lead", "leads")}
              </span>
            </label>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="text-muted-foreground text-sm">{noneFound}</p>}
    </>
  );
}
