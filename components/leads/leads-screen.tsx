"use client";

import { useQuery } from "@tanstack/react-query";
import { Search, SearchX, Users } from "lucide-react";
import Link from "next/link";
import { ColumnMenu } from "@/components/shared/column-menu";
import { DataTable, useDataTable } from "@/components/shared/data-table";
import { EmptyState } from "@/components/shared/empty-state";
import { ErrorState } from "@/components/shared/error-state";
import { Page } from "@/components/shared/page";
import { Pagination } from "@/components/shared/pagination";
import { SearchBox } from "@/components/shared/search-box";
import { useListParams } from "@/components/shared/use-list-params";
import { useRemembered } from "@/components/shared/use-remembered";
import { Button } from "@/components/ui/button";
import { LEAD_PAGE_SIZES, type Lead } from "@/lib/contracts/leads";
import { errorText } from "@/lib/error-text";
import { paths } from "@/lib/paths";
import { HIDDEN_BY_DEFAULT, leadColumns } from "./leads.columns";
import { leadQueries } from "./leads.queries";

const DEFAULT_PAGE_SIZE = 10;
const COLUMNS_KEY = "leadsColumns";
const NO_LEADS: Lead[] = [];

export function LeadsScreen() {
  const [{ page, pageSize, search }, change] = useListParams(LEAD_PAGE_SIZES, DEFAULT_PAGE_SIZE);
  const [columnVisibility, setColumnVisibility] = useRemembered<Record<string, boolean>>(
    COLUMNS_KEY,
    HIDDEN_BY_DEFAULT,
  );
  const list = useQuery(leadQueries.list({ page, per_page: pageSize, search }));
  const table = useDataTable({
    columns: leadColumns,
    rows: list.data?.leads ?? NO_LEADS,
    rowId: (lead) => String(lead.id),
    columnVisibility,
    onColumnVisibilityChange: setColumnVisibility,
  });

  return (
    <Page
      fill
      title="Gerenciamento de Leads"
      description="Todas as empresas que você encontrou, em um lugar só."
      actions={
        <Button asChild>
          <Link href={paths.pagesSearch}>
            <Search aria-hidden />
            Buscar leads
          </Link>
        </Button>
      }
    >
      <div className="mb-3 flex items-center justify-between gap-2">
        <SearchBox
          label="Pesquisar leads"
          value={search}
          onSearch={(text) => text !== search && change({ search: text })}
        />
        <ColumnMenu table={table} />
      </div>
      <DataTable
        table={table}
        caption="Leads"
        loading={list.isPending}
        skeletonRows={pageSize}
        stale={list.isPlaceholderData}
        fallback={
          <Fallback
            list={list}
            search={search}
            page={page}
            onClear={() => change({ search: "" })}
            onFirstPage={() => change({ page: 1 })}
          />
        }
        footer={
          list.data && list.data.pagination.total > 0 ? (
            <Pagination
              page={page}
              pageSize={pageSize}
              pageSizes={LEAD_PAGE_SIZES}
              total={list.data.pagination.total}
              totalPages={list.data.pagination.total_pages}
              onPage={(next) => change({ page: next })}
              onPageSize={(size) => change({ pageSize: size })}
            />
          ) : undefined
        }
      />
    </Page>
  );
}

interface FallbackProps {
  list: {
    data: { leads: Lead[]; pagination: { total: number } } | undefined;
    isError: boolean;
    isFetching: boolean;
    error: unknown;
    refetch: () => void;
  };
  search: string;
  page: number;
  onClear: () => void;
  onFirstPage: () => void;
}

function Fallback({ list, search, page, onClear, onFirstPage }: FallbackProps) {
  if (list.isError && !list.data) {
    return (
      <ErrorState
        title="Não foi possível carregar seus leads"
        detail={errorText(list.error)}
        onRetry={list.refetch}
        retrying={list.isFetching}
      />
    );
  }
  if (!list.data || list.data.leads.length > 0) return null;
  if (page > 1 && list.data.pagination.total > 0) {
    return (
      <EmptyState
        icon={SearchX}
        title="Esta página não existe mais"
        description="A lista ficou menor do que era."
        action={
          <Button variant="outline" size="sm" onClick={onFirstPage}>
            Ir para a primeira página
          </Button>
        }
      />
    );
  }
  if (search !== "") {
    return (
      <EmptyState
        icon={SearchX}
        title="Nenhum lead encontrado"
        description={`Nada corresponde a “${search}”.`}
        action={
          <Button variant="outline" size="sm" onClick={onClear}>
            Limpar busca
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={Users}
      title="Sua base começa aqui"
      description="Leads são as empresas que você quer ter como clientes. Faça uma busca e elas aparecem nesta lista, com WhatsApp e site."
      action={
        <Button asChild size="sm">
          <Link href={paths.pagesSearch}>
            <Search aria-hidden />
            Buscar leads
          </Link>
        </Button>
      }
    />
  );
}
