import type { ReactNode } from "react";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { errorText } from "@/lib/error-text";

const SKELETON_PLACES = ["primeira", "segunda", "terceira"];

interface RecentCardProps<Row> {
  title: string;
  query: {
    data: Row[] | undefined;
    isPending: boolean;
    isError: boolean;
    isFetching: boolean;
    error: unknown;
    refetch: () => void;
  };
  errorTitle: string;
  /** Shown when there are no items. */
  empty: ReactNode;
  /** Renders an item as a keyed list item. */
  children: (row: Row) => ReactNode;
}

/** A card with the latest background tasks: loading, error, empty or filled. */
export function RecentCard<Row>({
  title,
  query,
  errorTitle,
  empty,
  children,
}: RecentCardProps<Row>) {
  return (
    <Card aria-label={title} aria-busy={query.isPending}>
      <CardHeader className="border-border border-b pb-3">
        <CardTitle>{title}</CardTitle>
      </CardHeader>
      {query.isPending && <Skeletons />}
      {query.isError && !query.data && (
        <ErrorState
          title={errorTitle}
          detail={errorText(query.error)}
          onRetry={query.refetch}
          retrying={query.isFetching}
        />
      )}
      {query.data?.length === 0 && empty}
      {query.data && query.data.length > 0 && (
        <ul className="divide-y divide-border">{query.data.map(children)}</ul>
      )}
    </Card>
  );
}

function Skeletons() {
  return (
    <div className="divide-y divide-border">
      {SKELETON_PLACES.map((place) => (
        <div key={place} className="space-y-3 px-5 py-4">
          <Skeleton className="h-5 w-56 max-w-full" />
          <Skeleton className="h-1.5 w-full" />
          <Skeleton className="h-4 w-72 max-w-full" />
        </div>
      ))}
    </div>
  );
}
