"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from "react";
import { LeadFilterChips } from "@/components/leads/leads/lead-filter-chips";
import { LeadFilters } from "@/components/leads/leads/lead-filters";
import { NO_FILTERS } from "@/components/leads/leads/lead-params";
import { LeadSelectionBar } from "@/components/leads/leads/lead-selection-bar";
import { buildLeadColumns } from "@/components/leads/leads/leads.columns";
import { leadQueries } from "@/components/leads/leads/leads.queries";
import { UndoDeletion } from "@/components/leads/leads/undo-deletion";
import { useLeadColumns } from "@/components/leads/leads/use-lead-columns";
import { useLeadParams } from "@/components/leads/leads/use-lead-params";
import { useLeadSelection } from "@/components/leads/leads/use-lead-selection";
import { useLeadViews } from "@/components/leads/leads/use-lead-views";
import { useOpenLead } from "@/components/leads/leads/use-open-lead";
import { ListBanner } from "@/components/leads/lists/list-banner";
import { useOwnFields } from "@/components/leads/own-fields/own-fields.queries";
import { OwnFilterAdder } from "@/components/leads/own-fields/own-filters";
import { LeadsTable } from "@/components/leads/table/leads-table";
import { useOpenChat } from "@/components/messaging/chat/use-open-chat";
import { useTeam } from "@/components/session/team.queries";
import { lateDialog, latePart } from "@/components/shared/feedback/late-code";
import { Page } from "@/components/shared/layout/page";
import { useMediaQuery } from "@/components/shared/state/use-media-query";
import { useDataTable } from "@/components/shared/table/data-table";
import { ListFallback } from "@/components/shared/table/list-fallback";
import { Pagination } from "@/components/shared/table/pagination";
import { useColumnEntries } from "@/components/shared/table/use-column-entries";
import {
  LEAD_PAGE_SIZES,
  type Lead,
  type LeadPagination,
  type ListedLead,
} from "@/lib/contracts/leads/leads";
import { chatPath } from "@/lib/paths";
import { LeadsActions } from "./leads-actions";
import { LeadsToolbar } from "./leads-toolbar";
import { NoLeads } from "./no-leads";
import { useLeadRemoval } from "./use-lead-removal";

const LeadFormDialog = lateDialog(
  async () => (await import("@/components/leads/leads/lead-form-dialog")).LeadFormDialog,
);
const QuickAddDialog = lateDialog(
  async () => (await import("@/components/leads/leads/quick-add-dialog")).QuickAddDialog,
);
const WriteToDialog = lateDialog(
  async () => (await import("@/components/leads/leads/write-to-dialog")).WriteToDialog,
);
const LeadBoard = dynamic(
  latePart(async () => (await import("@/components/leads/board/lead-board")).LeadBoard),
  {
    ssr: false,
  },
);
const BoardChat = dynamic(
  latePart(async () => (await import("./board-chat")).BoardChat),
  { ssr: false },
);
const loadDrawer = async () => (await import("@/components/leads/leads/lead-drawer")).LeadDrawer;
const LeadDrawer = lateDialog(loadDrawer);

/** When the drawer's code is loaded: after the code that the screen itself needs. */
const DRAWER_LOADED_MS = 3_000;
const NO_LEADS: ListedLead[] = [];
const NOTHING_YET: LeadPagination = {
  page: 1,
  per_page: 10,
  total: 0,
  total_pages: 0,
  capped: false,
  next: null,
  previous: null,
};

export function LeadsScreen() {
  const leadParams = useLeadParams();
  const { params, change, sort, direction, layout, filter, query } = leadParams;
  const router = useRouter();
  const { openChat, open, replace, close } = useOpenChat();
  const fitsChat = useMediaQuery("(min-width: 64rem)");
  const [filtering, setFiltering] = useState(false);
  /** A single list has a separate banner. */
  const hasOneList = /^\d+$/.test(params.list_id);
  const [opened, setOpened] = useOpenLead();
  const [form, setForm] = useState<{ lead: ListedLead | null } | null>(null);
  const [adding, setAdding] = useState(false);
  const [writingTo, setWritingTo] = useState<{ id: number; name: string } | null>(null);
  const write = useCallback(
    (number: string) => {
      setWritingTo(null);
      if (fitsChat) open(number);
      else router.push(chatPath(number));
    },
    [fitsChat, open, router],
  );
  const ownFields = useOwnFields();
  const columnChoice = useLeadColumns(ownFields);
  const list = useQuery({ ...leadQueries.list(query), enabled: layout === "table" });
  const pagination = list.data?.pagination ?? NOTHING_YET;
  const rows = list.data?.leads ?? NO_LEADS;
  const selection = useLeadSelection(filter, pagination.total);
  // Deferred: the first tick shows before the bar is drawn.
  const isSelecting = useDeferredValue(selection.count > 0) && selection.count > 0;

  const askToDelete = useLeadRemoval(opened !== null, (id) => {
    setOpened(null);
    selection.select([String(id)], false);
  });
  const actions = useMemo(
    () => ({
      onOpen: (lead: Lead) => setOpened(lead.id),
      onEdit: (lead: ListedLead) => {
        setOpened(null);
        setForm({ lead });
      },
      onDelete: (lead: Lead) => {
        // The drawer would cover the confirmation toast.
        setOpened(null);
        askToDelete(lead);
      },
    }),
    [setOpened, askToDelete],
  );
  // A row that is loaded opens without a connection too.
  useEffect(() => {
    const timer = setTimeout(() => void loadDrawer().catch(() => undefined), DRAWER_LOADED_MS);
    return () => clearTimeout(timer);
  }, []);
  const { isTeam } = useTeam();
  const columns = useMemo(
    () => buildLeadColumns(actions, ownFields, isTeam),
    [actions, ownFields, isTeam],
  );
  const table = useDataTable({
    columns,
    rows,
    rowId: (lead) => String(lead.id),
    columnVisibility: columnChoice.visibility,
    onColumnVisibilityChange: columnChoice.choose,
  });
  const columnEntries = useColumnEntries(table);
  const views = useLeadViews(
    { filter, sort, direction, layout, columns: columnChoice.shown },
    (view) => {
      change({
        search: "",
        ...NO_FILTERS,
        ...view.filter,
        sort: view.sort,
        direction: view.direction,
        layout: view.layout === "board" ? view.layout : "",
      });
      columnChoice.show(view.columns);
    },
  );

  /** Adjacent pages use the cursor, so rows inserted meanwhile do not shift the page. */
  function goToPage(page: number) {
    if (page === params.page + 1 && pagination.next) change({ page, after: pagination.next });
    else if (page > 1 && page === params.page - 1 && pagination.previous) {
      change({ page, before: pagination.previous });
    } else change({ page });
  }

  return (
    <Page
      fill
      title="Gerenciamento de Leads"
      description="Todas as empresas que você encontrou, em um lugar só."
      actions={
        <LeadsActions
          exported={{ filter, sort, direction }}
          hasLeads={layout === "board" || pagination.total > 0}
          onPhone={[
            { kind: "label", label: "Minhas visões" },
            ...views.entries,
            ...(layout === "table" ? columnEntries : []),
          ]}
          onCreate={() => setForm({ lead: null })}
          onQuickAdd={() => setAdding(true)}
        />
      }
    >
      {isSelecting && (
        <LeadSelectionBar
          selection={selection}
          order={{ sort, direction }}
          total={pagination.total}
          capped={pagination.capped}
        />
      )}
      {/* The bar has a fixed place, or is below the cards, so that ticking a box does not move the table. */}
      <LeadsToolbar
        leadParams={leadParams}
        layout={layout}
        filtering={filtering}
        onFilter={setFiltering}
        views={views.entries}
        columns={columnEntries}
        className={isSelecting && "md:hidden"}
      />
      {views.dialog}
      {hasOneList && (
        <ListBanner listId={Number(params.list_id)} onClear={() => change({ list_id: "" })} />
      )}
      {filtering && (
        <>
          <LeadFilters values={params} onChange={change} />
          <OwnFilterAdder value={params.own} onChange={(own) => change({ own })} />
        </>
      )}
      <LeadFilterChips
        values={hasOneList ? { ...params, list_id: "" } : params}
        onChange={change}
      />
      <UndoDeletion />
      {layout === "board" ? (
        <div className="flex min-h-0 flex-1 gap-4">
          <div className="flex min-w-0 flex-1 flex-col">
            <LeadBoard
              filter={filter}
              selection={selection}
              onOpen={setOpened}
              onChat={(card) => {
                if (card.other_contacts > 0) setWritingTo(card);
                else if (card.whatsapp) write(card.whatsapp);
              }}
            />
          </div>
          {openChat && fitsChat && (
            <BoardChat
              openChat={openChat}
              onOpen={open}
              onReplace={replace}
              onClose={close}
              onOpenLead={setOpened}
            />
          )}
        </div>
      ) : (
        <LeadsTable
          table={table}
          rows={rows}
          ownFields={ownFields}
          keepsColumns={columnChoice.areChosen}
          loading={list.isPending}
          skeletonRows={params.pageSize}
          stale={list.isPlaceholderData}
          onOpen={actions.onOpen}
          sorting={{
            column: sort,
            descending: direction === "desc",
            onSort: (column, descending) =>
              change({ sort: column, direction: descending ? "desc" : "asc" }),
          }}
          selection={{
            isSelected: selection.isSelected,
            onSelect: selection.select,
            label: ({ name }) => name,
          }}
          fallback={
            <ListFallback
              query={list}
              rowCount={rows.length}
              page={params.page}
              errorTitle="Não foi possível carregar seus leads"
              shrunk="A lista ficou menor do que era."
              onFirstPage={() => change({ page: 1 })}
              narrowed={Object.keys(filter).length > 0}
              nothingFound={{
                title: "Nenhum lead encontrado",
                description: "Nada corresponde à busca e aos filtros escolhidos.",
                clearLabel: "Limpar busca e filtros",
              }}
              onClear={() => change({ search: "", ...NO_FILTERS })}
            >
              <NoLeads onCreate={() => setForm({ lead: null })} />
            </ListFallback>
          }
          footer={
            pagination.total > 0 ? (
              <Pagination
                page={params.page}
                pageSize={params.pageSize}
                pageSizes={LEAD_PAGE_SIZES}
                total={pagination.total}
                totalPages={pagination.total_pages}
                capped={pagination.capped}
                hasNext={pagination.next !== null}
                onPage={goToPage}
                onPageSize={(pageSize) => change({ pageSize })}
              />
            ) : undefined
          }
        />
      )}
      {/* On a phone the bar covers the foot of the page. */}
      {isSelecting && <div className="h-24 shrink-0 md:hidden" />}
      {opened !== null && (
        <LeadDrawer
          leadId={opened}
          known={rows.find(({ id }) => id === opened)}
          neighbours={findNeighbours(rows, opened)}
          onOpen={setOpened}
          onClose={() => setOpened(null)}
          onEdit={actions.onEdit}
          onDelete={actions.onDelete}
        />
      )}
      {writingTo && (
        <WriteToDialog lead={writingTo} onChoose={write} onClose={() => setWritingTo(null)} />
      )}
      {adding && <QuickAddDialog onClose={() => setAdding(false)} />}
      {form && (
        <LeadFormDialog
          lead={form.lead}
          onClose={() => setForm(null)}
          onOpenExisting={(id) => {
            setForm(null);
            setOpened(id);
          }}
        />
      )}
    </Page>
  );
}

/** The leads before and after one, as far as the page goes. */
function findNeighbours(rows: readonly Lead[], leadId: number) {
  const at = rows.findIndex(({ id }) => id === leadId);
  if (at < 0) return { previous: null, next: null };
  return { previous: rows[at - 1]?.id ?? null, next: rows[at + 1]?.id ?? null };
}
