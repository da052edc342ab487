import type { ReactNode } from "react";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Skeleton } from "@/components/ui/skeleton";

interface AdminListProps<Row extends { id: number }> {
  query: { isPending: boolean; isError: boolean; isFetching: boolean; refetch: () => void };
  /** Undefined while loading. */
  rows: readonly Row[] | undefined;
  emptyText: string;
  errorTitle: string;
  children: (row: Row) => ReactNode;
}

/** A short list of the admin panel in its four states. */
export function AdminList<Row extends { id: number }>({
  query,
  rows,
  emptyText,
  errorTitle,
  children,
}: AdminListProps<Row>) {
  if (query.isPending) return <Skeleton className="h-16 w-full" />;
  if (query.isError && !rows) {
    return (
      <ErrorState
        title={errorTitle}
        onRetry={query.refetch}
        retrying={query.isFetching}
        className="py-6"
      />
    );
  }
  if (!rows?.length) return <p className="text-muted-foreground text-sm">{emptyText}</p>;
  return (
    <ul className="divide-y divide-border">
      {rows.map((row) => (
        <li key={row.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
          {children(row)}
        </li>
      ))}
    </ul>
  );
}
