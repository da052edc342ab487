import { Input } from "@/components/ui/input";
import type { ListChoices } from "./use-list-choices";

/** Above a field that cannot hold all lists of the account: what is typed is searched for among all. Nothing where it can. */
export function ListSearch({ choices }: { choices: ListChoices }) {
  const { isMany, typed, setTyped, isSearching, lists, query } = choices;
  if (!isMany) return null;
  return (
    <div className="mb-1.5">
      <Input
        role="searchbox"
        aria-label="Pesquisar listas"
        placeholder="Pesquisar listas"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        // The form around it is not ready to be sent.
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
      />
      <p role="status" className="mt-1 text-muted-foreground text-xs empty:hidden">
        {isSearching && !query.isFetching && lists.length === 0 && "Nenhuma lista com este nome."}
      </p>
    </div>
  );
}

/** The options of a select field: the lists found, and the chosen list even when the search does not find it. */
export function ListOptions({ choices: { lists, others } }: { choices: ListChoices }) {
  return [...others, ...lists].map(({ id, name, leads }) => (
    <option key={id} value={id}>
      {name} ({leads})
    </option>
  ));
}
