import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { EmptyState } from "@/components/shared/feedback/empty-state";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { errorText } from "@/lib/error-text";

interface EventCardProps<Data> {
  title: string;
  /** Shown in the header, at the end of the title's line. */
  controls?: ReactNode;
  query: {
    data: Data | undefined;
    isPending: boolean;
    isError: boolean;
    error: Error | null;
    isFetching: boolean;
    isPlaceholderData: boolean;
    refetch: () => void;
  };
  isEmpty: (data: Data) => boolean;
  empty: { icon: LucideIcon; title: string; description: string };
  className?: string;
  children: (data: Data) => ReactNode;
}

/** One part of the events screen: it loads, fails and is empty by itself. */
export function EventCard<Data>({
  title,
  controls,
  query,
  isEmpty,
  empty,
  className,
  children,
}: EventCardProps<Data>) {
  return (
    <Card className={cn("min-w-0", className)} aria-label={title} aria-busy={query.isFetching}>
      <CardHeader className="flex-wrap">
        <CardTitle>{title}</CardTitle>
        {controls}
      </CardHeader>
      {query.isPending && (
        <CardContent>
          <Skeleton className="h-69 w-full" />
        </CardContent>
      )}
      {query.isError && query.data === undefined && (
        <ErrorState
          title="Erro ao carregar dados do dashboard"
          detail={errorText(query.error)}
          onRetry={query.refetch}
          retrying={query.isFetching}
        />
      )}
      {query.data !== undefined &&
        (isEmpty(query.data) ? (
          <EmptyState {...empty} />
        ) : (
          <CardContent className={cn(query.isPlaceholderData && "opacity-60")}>
            {children(query.data)}
          </CardContent>
        ))}
    </Card>
  );
}
