"use client";

import { useQuery } from "@tanstack/react-query";
import { BellOff, Download, Plus, ShieldCheck, Upload } from "lucide-react";
import { useMemo, useState } from "react";
import { useCan } from "@/components/session/session-context";
import { EmptyState } from "@/components/shared/feedback/empty-state";
import { lateDialog } from "@/components/shared/feedback/late-code";
import { Page } from "@/components/shared/layout/page";
import { useDataTable } from "@/components/shared/table/data-table";
import { SORTED, toSortedQuery } from "@/components/shared/table/list-params";
import { PagedTable } from "@/components/shared/table/paged-table";
import { SearchBox } from "@/components/shared/table/search-box";
import { useListParams } from "@/components/shared/table/use-list-params";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import {
  OPT_OUT_DEFAULT_PAGE_SIZE,
  OPT_OUT_PAGE_SIZES,
  OPT_OUT_SORTS,
  type OptOut,
} from "@/lib/contracts/messaging/opt-outs";
import { paths } from "@/lib/paths";

import { OptOutSettings } from "./opt-out-settings";
import { buildOptOutColumns } from "./opt-outs.columns";
import { optOutQueries } from "./opt-outs.queries";

const AddNumberDialog = lateDialog(
  async () => (await import("./add-number-dialog")).AddNumberDialog,
);
const ImportNumbersDialog = lateDialog(
  async () => (await import("./import-numbers-dialog")).ImportNumbersDialog,
);
const RemoveNumberDialog = lateDialog(
  async () => (await import("./remove-number-dialog")).RemoveNumberDialog,
);

const NO_ROWS: OptOut[] = [];

export function OptOutsScreen() {
  const [params, change] = useListParams(OPT_OUT_PAGE_SIZES, OPT_OUT_DEFAULT_PAGE_SIZE, SORTED);
  const query = toSortedQuery(params, OPT_OUT_SORTS);
  const page = useQuery(optOutQueries.page(query));
  const rows = page.data?.opt_outs ?? NO_ROWS;
  const total = page.data?.pagination.total ?? 0;
  const manages = useCan("manager");
  const [opened, setOpened] = useState<"add" | "import" | OptOut | null>(null);
  const close = () => setOpened(null);
  const columns = useMemo(() => buildOptOutColumns(manages ? setOpened : null), [manages]);
  const table = useDataTable({ columns, rows, rowId: ({ id }) => String(id) });

  return (
    <Page
      fill
      title="Números bloqueados"
      description="Nenhuma campanha escreve para estes números, seja qual for a lista."
      actions={
        <>
          {manages && (
            <>
              <Button asChild variant="outline">
                <Link href={paths.dataSubjects}>
                  <ShieldCheck aria-hidden />
                  Pedidos de titulares
                </Link>
              </Button>
              {page.data && total === 0 ? (
                <Button variant="outline" disabled>
                  <Download aria-hidden />
                  Exportar CSV
                </Button>
              ) : (
                <Button asChild variant="outline">
                  <a href="/api/opt-outs/export?format=csv" download>
                    <Download aria-hidden />
                    Exportar CSV
                  </a>
                </Button>
              )}
              <Button variant="outline" onClick={() => setOpened("import")}>
                <Upload aria-hidden />
                Importar
              </Button>
            </>
          )}
          <Button onClick={() => setOpened("add")}>
            <Plus aria-hidden />
            Bloquear número
          </Button>
        </>
      }
    >
      <OptOutSettings />
      <div className="mb-3 flex shrink-0 flex-wrap items-center gap-2">
        <SearchBox
          label="Pesquisar números bloqueados"
          value={params.search}
          onSearch={(search) => change({ search })}
        />
      </div>
      <PagedTable
        table={table}
        caption="Números bloqueados"
        query={page}
        params={params}
        pageSizes={OPT_OUT_PAGE_SIZES}
        onChange={change}
        sorting={{
          column: query.sort,
          descending: query.direction === "desc",
          onSort: (column, descending) =>
            change({ sort: column, direction: descending ? "desc" : "asc" }),
        }}
        errorTitle="Erro ao carregar os números bloqueados"
        shrunk="Há menos números do que havia."
        narrowed={params.search !== ""}
        nothingFound={{
          title: "Nenhum número encontrado",
          description: "Nenhum nome ou número corresponde ao que você pesquisou.",
          clearLabel: "Limpar busca",
        }}
        onClear={() => change({ search: "" })}
        empty={
          <EmptyState
            icon={BellOff}
            title="Nenhum número bloqueado"
            description={`Quem responde SAIR entra aqui sozinho. Você também pode bloquear um número${manages ? " ou importar uma lista" : ""}.`}
            action={
              <Button size="sm" onClick={() => setOpened("add")}>
                <Plus aria-hidden />
                Bloquear o primeiro
              </Button>
            }
          />
        }
      />
      {opened === "add" && <AddNumberDialog onClose={close} />}
      {opened === "import" && <ImportNumbersDialog onClose={close} />}
      {opened !== null && typeof opened === "object" && (
        <RemoveNumberDialog optOut={opened} onClose={close} />
      )}
    </Page>
  );
}
