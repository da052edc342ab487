"use client";

import { useQuery } from "@tanstack/react-query";
import { Building2, SearchX } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { formatMonth, toCopiedText } from "@/components/leads/company/company-text";
import { FollowButton } from "@/components/radar/follow-button";
import { EmptyState } from "@/components/shared/feedback/empty-state";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { lateDialog } from "@/components/shared/feedback/late-code";
import { notifyError, notifySuccess } from "@/components/shared/feedback/notify";
import { Logo } from "@/components/shared/layout/logo";
import { copyText } from "@/components/shared/state/copy-text";
import { DataTable, useDataTable } from "@/components/shared/table/data-table";
import { Pagination } from "@/components/shared/table/pagination";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { endpointUrl } from "@/lib/api/client";
import type { RegistryCompany, RegistryPagination } from "@/lib/contracts/registry/registry";
import { REGISTRY_MAX_COUNTED, REGISTRY_PAGE_SIZES } from "@/lib/domain/registry/registry-search";
import { isError } from "@/lib/error-text";
import { AppError } from "@/lib/errors";
import { formatNumber } from "@/lib/format";
import { RecentSaves } from "./recent-saves";
import { buildRegistryColumns } from "./registry.columns";
import { registryQueries } from "./registry.queries";
import { RegistryActions } from "./registry-actions";
import { RegistryChips } from "./registry-chips";
import { RegistryForm } from "./registry-form";
import { NO_TEXTS } from "./registry-params";
import { RegistryPlaces } from "./registry-places";
import { useCompanySelection } from "./use-company-selection";
import { useRegistryParams } from "./use-registry-params";

const CompanyDrawer = lateDialog(async () => (await import("./company-drawer")).CompanyDrawer);
const SaveCompaniesDialog = lateDialog(
  async () => (await import("./save-companies-dialog")).SaveCompaniesDialog,
);

const NO_COMPANIES: RegistryCompany[] = [];
const NOTHING_YET: RegistryPagination = {
  page: 1,
  per_page: 10,
  total: 0,
  total_pages: 0,
  total_is_capped: false,
  next: null,
};

export function RegistryScreen() {
  const { texts, filter, page, change, active } = useRegistryParams();
  const [opened, setOpened] = useState<RegistryCompany | null>(null);
  const [saved, setSaved] = useState<"selection" | RegistryCompany | null>(null);
  const follow = (
    <FollowButton size="sm" question={{ registry: filter }} name={texts.nome_fantasia} />
  );
  const search = useQuery({ ...registryQueries.search(filter, page), enabled: active });
  const answer = active ? search.data : undefined;
  const release = answer?.release;
  /** Until then, the place of the answer's parts above the table is reserved. */
  const isAwaited = active && search.isPending;
  const rows = answer?.results ?? NO_COMPANIES;
  const pagination = answer?.pagination ?? NOTHING_YET;
  // After a cursor nothing is counted: the user is past the counted ones there.
  const total = pagination.total ?? REGISTRY_MAX_COUNTED;
  const totalPages = Math.ceil(total / page.per_page);
  const isCapped = pagination.total === null || pagination.total_is_capped;
  const selection = useCompanySelection(filter, total);
  const columns = useMemo(() => buildRegistryColumns({ onOpen: setOpened, onCopy: copy }), []);
  const table = useDataTable({ columns, rows, rowId: ({ cnpj }) => cnpj });

  /** Pages that can be counted are reached by number, those after them by the cursor. */
  function goToPage(wanted: number) {
    if (wanted > totalPages && pagination.next) change({ page: wanted, after: pagination.next });
    else if (page.after && wanted === page.page - 1 && wanted > totalPages) window.history.back();
    else change({ page: wanted });
  }

  return (
    <div className="mx-auto flex w-full max-w-[110rem] flex-col px-4 pb-8 md:px-8">
      <header
        className={cn(
          "-mx-4 mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-border border-b px-4 py-3 max-md:py-2 md:-mx-8 md:px-8",
          !release && !isAwaited && "max-md:mb-0 max-md:border-0",
        )}
      >
        {/* On a phone the bar of the menu, right above, shows it. */}
        <Logo className="max-md:hidden" />
        {release && (
          <p className="text-muted-foreground text-sm tabular-nums">
            {formatNumber(release.establishments)} estabelecimentos, base de{" "}
            {formatMonth(release.month)}
          </p>
        )}
        {isAwaited && <Skeleton className="h-5 w-64 max-w-full" />}
      </header>
      <h1 className="text-balance font-semibold text-xl tracking-tight">
        Busca de Leads - Receita Federal
      </h1>
      <p className="mt-1 mb-5 text-pretty text-muted-foreground text-sm">
        Procure empresas ativas em todo o Brasil pelo nome, pela cidade, pelo CEP ou pela atividade.
      </p>
      <div className="space-y-4">
        <RegistryForm
          texts={texts}
          searching={search.isFetching}
          problems={
            search.error instanceof AppError && isError(search.error, "invalid_input")
              ? search.error.fields
              : undefined
          }
          onSearch={(typed) => change({ ...typed })}
          onClear={() => change({ ...NO_TEXTS })}
        />
        <RegistryChips texts={texts} onRemove={(field) => change({ [field]: "" })} />
        <RecentSaves />
        {active && (
          <div className="grid grid-cols-1 items-start gap-4 min-[112rem]:grid-cols-[minmax(0,1fr)_18rem]">
            <div className="min-w-0">
              {(rows.length > 0 || isAwaited) && (
                <RegistryActions
                  isAwaited={isAwaited}
                  selection={selection}
                  total={total}
                  isCapped={isCapped}
                  exportUrl={endpointUrl("/api/registry/export", {}, filter)}
                  onSave={() => setSaved("selection")}
                  follow={follow}
                />
              )}
              <DataTable
                table={table}
                caption="Empresas encontradas"
                loading={search.isPending}
                skeletonRows={page.per_page}
                stale={search.isPlaceholderData}
                onRowClick={setOpened}
                selection={{
                  isSelected: selection.isSelected,
                  onSelect: selection.select,
                  label: ({ razao_social }) => razao_social ?? "empresa",
                }}
                fallback={
                  search.isError ? (
                    <ErrorState
                      title={`Erro ao buscar dados: ${describeError(search.error)}`}
                      detail="Confira os campos da busca ou tente de novo."
                      onRetry={search.refetch}
                      retrying={search.isFetching}
                    />
                  ) : (
                    answer &&
                    rows.length === 0 && (
                      <NothingFound imported={answer.release !== null} follow={follow} />
                    )
                  )
                }
                footer={
                  rows.length > 0 ? (
                    <Pagination
                      page={page.page}
                      pageSize={page.per_page}
                      pageSizes={REGISTRY_PAGE_SIZES}
                      total={total}
                      totalPages={totalPages}
                      capped={isCapped}
                      hasNext={pagination.next !== null}
                      onPage={goToPage}
                      onPageSize={(pageSize) => change({ pageSize })}
                    />
                  ) : undefined
                }
              />
            </div>
            {rows.length > 0 && (
              <RegistryPlaces
                filter={filter}
                onCity={(cidade) => change({ uf: "", cidade })}
                onActivity={(cnae_primario) => change({ cnae_primario })}
              />
            )}
          </div>
        )}
      </div>
      {opened && (
        <CompanyDrawer
          company={opened}
          onClose={() => setOpened(null)}
          onCopy={copy}
          onSave={(company) => {
            setOpened(null);
            setSaved(company);
          }}
        />
      )}
      {saved && (
        <SaveCompaniesDialog
          companies={saved === "selection" ? selection.body : { cnpjs: [saved.cnpj] }}
          count={saved === "selection" ? selection.count : 1}
          onSaved={() => {
            setSaved(null);
            selection.clear();
          }}
          onClose={() => setSaved(null)}
        />
      )}
    </div>
  );
}

function copy(company: RegistryCompany) {
  copyText(toCopiedText(company)).then(
    () => notifySuccess("Copiado para a área de transferência!"),
    () => notifyError("Erro ao copiar!"),
  );
}

function describeError(error: unknown): string {
  if (!(error instanceof AppError)) return "Erro desconhecido";
  const [problem] = Object.values(error.fields ?? {});
  return error.message || problem || "Erro desconhecido";
}

function NothingFound({ imported, follow }: { imported: boolean; follow: ReactNode }) {
  return imported ? (
    <EmptyState
      icon={SearchX}
      title="Nenhum resultado encontrado para esta busca."
      description="Tente menos palavras, o começo do nome ou outra cidade. Ou deixe um radar avisar quando houver."
      action={follow}
    />
  ) : (
    <EmptyState
      icon={Building2}
      title="A base da Receita ainda não está pronta"
      description="Ela está sendo importada, ou ninguém a importou ainda. Tente de novo em alguns minutos."
    />
  );
}
