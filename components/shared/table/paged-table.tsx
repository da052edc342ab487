"use client";

import type { RowData } from "@tanstack/react-table";
import type { ComponentProps, ReactNode } from "react";
import { DataTable } from "./data-table";
import { ListFallback } from "./list-fallback";
import { Pagination } from "./pagination";

type Fallback = ComponentProps<typeof ListFallback>;

interface PagedTableProps<Row extends RowData>
  extends Omit<ComponentProps<typeof DataTable<Row>>, "loading" | "stale" | "fallback" | "footer">,
    Pick<Fallback, "errorTitle" | "shrunk" | "narrowed" | "nothingFound" | "onClear"> {
  /** The query of the current page. */
  query: Fallback["query"] & {
    data: { pagination: { total: number; total_pages: number } } | undefined;
    isPending: boolean;
    isPlaceholderData: boolean;
  };
  /** Other data that has to be loaded before the rows make sense. */
  loading?: boolean;
  params: { page: number; pageSize: number };
  pageSizes: readonly number[];
  onChange: (change: { page: number } | { pageSize: number }) => void;
  /** Shown when the list is empty: what it is for and how to fill it. */
  empty: ReactNode;
}

/** A list from the server, page by page: its rows or the reason for none, and links to the other pages. */
export function PagedTable<Row extends RowData>({
  query,
  loading = false,
  params: { page, pageSize },
  pageSizes,
  onChange,
  empty,
  ...props
}: PagedTableProps<Row>) {
  const { errorTitle, shrunk, narrowed, nothingFound, onClear, ...table } = props;
  const { total = 0, total_pages = 0 } = query.data?.pagination ?? {};
  return (
    <DataTable
      skeletonRows={Math.min(pageSize, MOST_SKELETONS)}
      {...table}
      loading={query.isPending || loading}
      stale={query.isPlaceholderData}
      fallback={
        <ListFallback
          query={query}
          page={page}
          errorTitle={errorTitle}
          shrunk={shrunk}
          narrowed={narrowed}
          nothingFound={nothingFound}
          onClear={onClear}
          rowCount={table.table.getRowModel().rows.length}
          onFirstPage={() => onChange({ page: 1 })}
        >
          {empty}
        </ListFallback>
      }
      footer={
        total > 0 ? (
          <Pagination
            page={page}
            pageSize={pageSize}
            pageSizes={pageSizes}
            total={total}
            totalPages={total_pages}
            onPage={(number) => onChange({ page: number })}
            onPageSize={(size) => onChange({ pageSize: size })}
          />
        ) : undefined
      }
    />
  );
}

const MOST_SKELETONS = 20;
