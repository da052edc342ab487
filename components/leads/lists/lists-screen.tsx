"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Contact, ListChecks, Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { useMemo, useState } from "react";
import { useSessionUser } from "@/components/session/session-context";
import { useCreateCampaign } from "@/components/session/use-create-campaign";
import { EmptyState } from "@/components/shared/feedback/empty-state";
import { lateDialog } from "@/components/shared/feedback/late-code";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { Page } from "@/components/shared/layout/page";
import { useDataTable } from "@/components/shared/table/data-table";
import { SORTED, toSortedQuery } from "@/components/shared/table/list-params";
import { PagedTable } from "@/components/shared/table/paged-table";
import { SearchBox } from "@/components/shared/table/search-box";
import { useListParams } from "@/components/shared/table/use-list-params";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import {
  LIST_DEFAULT_PAGE_SIZE,
  LIST_PAGE_SIZES,
  LIST_SORTS,
  type List,
} from "@/lib/contracts/leads/lists";
import { leadsOfListPath, paths } from "@/lib/paths";
import { buildListColumns } from "./lists.columns";
import { listMutations, listQueries } from "./lists.queries";

const DeleteListDialog = lateDialog(
  async () => (await import("./delete-list-dialog")).DeleteListDialog,
);
const SimilarDialog = lateDialog(
  async () => (await import("@/components/leads/similar/similar-dialog")).SimilarDialog,
);
const ListNameDialog = lateDialog(async () => (await import("./list-name-dialog")).ListNameDialog);

const NO_LISTS: List[] = [];

export function ListsScreen() {
  const router = useRouter();
  const [params, change] = useListParams(LIST_PAGE_SIZES, LIST_DEFAULT_PAGE_SIZE, SORTED);
  const query = toSortedQuery(params, LIST_SORTS);
  const page = useQuery(listQueries.page(query));
  const [renaming, setRenaming] = useState<List | null>(null);
  const [comparing, setComparing] = useState<List | null>(null);
  const { seesAll } = useSessionUser();
  const [deleting, setDeleting] = useState<List | null>(null);
  const rows = page.data?.lists ?? NO_LISTS;
  const { forList } = useCreateCampaign();
  const columns = useMemo(
    () =>
      buildListColumns({
        onCampaign: forList,
        onCompare: setComparing,
        onRename: setRenaming,
        onDelete: seesAll ? setDeleting : null,
      }),
    [forList, seesAll],
  );
  const table = useDataTable({
    columns,
    rows,
    rowId: (list) => String(list.id),
  });

  return (
    <Page
      fill
      title="Minhas Listas"
      description="Cada busca e cada seleção de contatos vira uma lista. Abra uma para ver os leads dela."
      actions={
        <>
          <Button asChild variant="outline">
            <Link href={paths.whatsappContacts}>
              <Contact aria-hidden />
              Lista de contatos
            </Link>
          </Button>
          <Button asChild>
            <Link href={paths.pagesSearch}>
              <Search aria-hidden />
              Buscar leads
            </Link>
          </Button>
        </>
      }
    >
      <div className="mb-3 flex shrink-0 items-center gap-2">
        <SearchBox
          label="Pesquisar listas"
          value={params.search}
          onSearch={(search) => change({ search })}
        />
      </div>
      <PagedTable
        table={table}
        caption="Minhas Listas"
        query={page}
        params={params}
        pageSizes={LIST_PAGE_SIZES}
        onChange={change}
        onRowClick={({ id }) => router.push(leadsOfListPath(id))}
        sorting={{
          column: query.sort,
          descending: query.direction === "desc",
          onSort: (column, descending) =>
            change({ sort: column, direction: descending ? "desc" : "asc" }),
        }}
        errorTitle="Erro ao carregar listas"
        shrunk="Há menos listas do que havia."
        narrowed={params.search !== ""}
        nothingFound={{
          title: "Nenhuma lista encontrada",
          description: "Nada corresponde ao que você pesquisou.",
          clearLabel: "Limpar busca",
        }}
        onClear={() => change({ search: "" })}
        empty={<NoLists />}
      />
      {comparing && (
        <SimilarDialog to={{ list_id: comparing.id }} onClose={() => setComparing(null)} />
      )}
      {renaming && <RenameDialog list={renaming} onClose={() => setRenaming(null)} />}
      {deleting && <DeleteListDialog list={deleting} onClose={() => setDeleting(null)} />}
    </Page>
  );
}

function NoLists() {
  return (
    <EmptyState
      icon={ListChecks}
      title="Nenhuma lista ainda"
      description="Faça uma busca e ela vira uma lista com os leads que encontrou. Ou monte uma com os contatos do seu WhatsApp."
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Button asChild size="sm">
            <Link href={paths.pagesSearch}>
              <Search aria-hidden />
              Buscar leads
            </Link>
          </Button>
          <Button asChild variant="outline" size="sm">
            <Link href={paths.whatsappContacts}>
              <Contact aria-hidden />
              Usar meus contatos
            </Link>
          </Button>
        </div>
      }
    />
  );
}

function RenameDialog({ list, onClose }: { list: List; onClose: () => void }) {
  const client = useQueryClient();
  const rename = useMutation(listMutations.rename(client, list.id));

  async function submit(name: string) {
    await rename.mutateAsync(name);
    notifySuccess("Lista renomeada com sucesso!");
    onClose();
  }

  return (
    <ListNameDialog
      title="Renomear lista"
      description="O nome novo aparece em todas as telas. Os leads não mudam."
      submitLabel="Salvar"
      name={list.name}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}
