"use client";

import { ChevronDown } from "lucide-react";
import { type ReactNode, useState } from "react";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { errorText } from "@/lib/error-text";

interface CompanyFoldProps {
  title: string;
  /** Mounted once it is opened: its data is requested then. */
  children: ReactNode;
}

/** A part of a company that is long, or rarely needed. */
export function CompanyFold({ title, children }: CompanyFoldProps) {
  const [opened, setOpened] = useState(false);
  return (
    <details
      className="rounded-lg border border-border"
      onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}
    >
      <summary className="flex min-h-10 cursor-pointer items-center rounded-lg px-3 font-medium text-sm">
        {title}
        <ChevronDown
          className="ml-auto size-4 shrink-0 text-muted-foreground transition-transform [details[open]>summary>&]:rotate-180"
          aria-hidden
        />
      </summary>
      <div className="px-3 pb-3">{opened && children}</div>
    </details>
  );
}

interface CompanyPartStateProps {
  query: { isError: boolean; error: Error | null; isFetching: boolean; refetch: () => unknown };
  title: string;
}

/** Shown while a part is loading, and if it cannot be loaded. */
export function CompanyPartState({ query, title }: CompanyPartStateProps) {
  return query.isError ? (
    <ErrorState
      title={title}
      detail={errorText(query.error)}
      onRetry={query.refetch}
      retrying={query.isFetching}
    />
  ) : (
    <Skeleton className="h-20 w-full" />
  );
}
