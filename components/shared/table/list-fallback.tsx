import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { EmptyState } from "@/components/shared/feedback/empty-state";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Button } from "@/components/ui/button";
import { errorText } from "@/lib/error-text";

interface ListFallbackProps {
  /** The query of the current page. */
  query: {
    data: { pagination: { total: number } } | undefined;
    isError: boolean;
    isFetching: boolean;
    error: unknown;
    refetch: () => void;
  };
  rowCount: number;
  page: number;
  errorTitle: string;
  /** Explains why the requested page no longer exists. */
  shrunk: string;
  onFirstPage: () => void;
  /** True when a search or a filter is active. */
  narrowed: boolean;
  /** Shown when the search or filter matches nothing. */
  nothingFound: { title: string; description: string; clearLabel: string };
  onClear: () => void;
  /** Shown when the list is empty: what it is for and how to fill it. */
  children: ReactNode;
}

/** Shown instead of rows: the error, or the reason why there are no rows. */
export function ListFallback({
  query,
  rowCount,
  page,
  errorTitle,
  shrunk,
  onFirstPage,
  narrowed,
  nothingFound,
  onClear,
  children,
}: ListFallbackProps) {
  if (query.isError && !query.data) {
    return (
      <ErrorState
        title={errorTitle}
        detail={errorText(query.error)}
        onRetry={query.refetch}
        retrying={query.isFetching}
      />
    );
  }
  if (!query.data || rowCount > 0) return null;
  if (page > 1 && query.data.pagination.total > 0) {
    return (
      <EmptyState
        icon={SearchX}
        title="Esta página não existe mais"
        description={shrunk}
        action={
          <Button variant="outline" size="sm" onClick={onFirstPage}>
            Ir para a primeira página
          </Button>
        }
      />
    );
  }
  if (!narrowed) return children;
  return (
    <EmptyState
      icon={SearchX}
      title={nothingFound.title}
      description={nothingFound.description}
      action={
        <Button variant="outline" size="sm" onClick={onClear}>
          {nothingFound.clearLabel}
        </Button>
      }
    />
  );
}
