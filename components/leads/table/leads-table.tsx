"use client";

import { useRouter } from "next/navigation";
import { type ComponentProps, useCallback, useEffect, useRef, useState } from "react";
import { lateDialog } from "@/components/shared/feedback/late-code";
import { notifyError } from "@/components/shared/feedback/notify";
import { SMALL_WINDOW, useMediaQuery } from "@/components/shared/state/use-media-query";
import { DataTable } from "@/components/shared/table/data-table";
import { type CellPlace, findCellAt, focusCell } from "@/components/shared/table/use-cell-keys";
import { useLoaded } from "@/components/ui/use-loaded";
import type { ListedLead } from "@/lib/contracts/leads/leads";
import type { OwnField } from "@/lib/contracts/leads/own-fields";
import { chatPath } from "@/lib/paths";
import type { AfterEdit } from "./cell-editor";
import { CellPencil } from "./cell-pencil";
import { findLeadCell, type LeadCell, type Typed } from "./lead-cells";
import { type Refusal, useLeadEdits } from "./use-lead-edits";

const WriteToDialog = lateDialog(
  async () => (await import("@/components/leads/leads/write-to-dialog")).WriteToDialog,
);

const NoteDialog = lateDialog(
  async () => (await import("@/components/leads/leads/note-dialog")).NoteDialog,
);
const NewTaskDialog = lateDialog(
  async () => (await import("@/components/leads/tasks/new-task-dialog")).NewTaskDialog,
);

const loadStageMenu = () => import("./stage-menu");
const loadCellEditor = () => import("./cell-editor");
/** When the editor's code is loaded: after the code that the screen itself needs. */
const EDITOR_LOADED_MS = 2_000;

type LeadsTableProps = Omit<
  ComponentProps<typeof DataTable<ListedLead>>,
  "caption" | "onCellKey" | "overlay"
> & {
  rows: readonly ListedLead[];
  ownFields: readonly OwnField[];
  onOpen: (lead: ListedLead) => void;
};

/** The lead at the time when its cell was opened: it may leave the page while the user types. */
interface Editing {
  place: CellPlace;
  lead: ListedLead;
  cell: LeadCell;
  /** The value that the server refused, and why. */
  refused?: Refusal & { typed: Typed };
}

type Asking = { what: "task" | "note" | "stage" | "chat"; place: CellPlace };

/** The table of leads, with keyboard control: cells are edited in place, and letters start the most frequent actions. */
export function LeadsTable({ rows, ownFields, onOpen, ...table }: LeadsTableProps) {
  const router = useRouter();
  const isPhone = useMediaQuery(SMALL_WINDOW);
  const [editing, setEditing] = useState<Editing | null>(null);
  const [asking, setAsking] = useState<Asking | null>(null);
  const columnIds = table.table.getVisibleLeafColumns().map(({ id }) => id);

  const findLead = useCallback(
    ({ rowId }: CellPlace) => rows.find(({ id }) => String(id) === rowId),
    [rows],
  );
  const findCell = useCallback(
    (place: CellPlace) => {
      const lead = findLead(place);
      return lead ? findLeadCell(place.columnId, lead, ownFields) : null;
    },
    [findLead, ownFields],
  );
  const canEdit = useCallback((place: CellPlace) => findCell(place) !== null, [findCell]);

  const CellEditor = useCellEditor(editing !== null);
  const StageMenu = useLoaded(loadStageMenu, asking?.what === "stage")?.StageMenu;

  const isEditing = useRef(false);
  useEffect(() => {
    isEditing.current = editing !== null;
  });
  const { save } = useLeadEdits(({ lead, cell, typed }, refusal) => {
    const place = { rowId: String(lead.id), columnId: cell.columnId };
    const correct = () => setEditing({ place, lead, cell, refused: { typed, ...refusal } });
    // Somebody may be typing in another cell by now.
    if (!isEditing.current) return correct();
    notifyError(`${lead.name}: ${refusal.reason}`, {
      action: { label: "Corrigir", onClick: correct },
    });
  });

  function edit(place: CellPlace | null): boolean {
    const [lead, cell] = place ? [findLead(place), findCell(place)] : [];
    setEditing(place && lead && cell ? { place, lead, cell } : null);
    return Boolean(cell);
  }

  function give({ place, lead, cell }: Editing, typed: Typed, after: AfterEdit) {
    const step = after === "next" ? 1 : after === "previous" ? -1 : 0;
    const goal = step ? findNext(place, step) : null;
    edit(goal);
    if (!goal && after !== "leave") focusCell(document.body, place);
    void save({ lead, cell, typed });
  }

  /** The next cell that can be edited, in the same row or the next one. */
  function findNext(place: CellPlace, step: 1 | -1): CellPlace | null {
    const cells = rows.flatMap((lead) =>
      columnIds
        .map((columnId) => ({ rowId: String(lead.id), columnId }))
        // Columns that are hidden on a narrow window are skipped.
        .filter((each) => canEdit(each) && findCellAt(document.body, each)),
    );
    const at = cells.findIndex(
      ({ rowId, columnId }) => rowId === place.rowId && columnId === place.columnId,
    );
    return cells[at + step] ?? null;
  }

  function onCellKey(key: string, place: CellPlace): boolean {
    const lead = findLead(place);
    // A field that is about to open is not a place for shortcuts.
    if (!lead || editing) return editing !== null;
    switch (key) {
      case "Enter":
      case "F2":
        if (edit(place)) return true;
        if (place.columnId === "status") setAsking({ what: "stage", place });
        else if (place.columnId === "next_step") setAsking({ what: "task", place });
        else onOpen(lead);
        return true;
      case " ":
      case "o":
        onOpen(lead);
        return true;
      case "e":
        setAsking({ what: "stage", place });
        return true;
      case "t":
        setAsking({ what: "task", place });
        return true;
      case "n":
        setAsking({ what: "note", place });
        return true;
      case "c":
        if (lead.other_contacts > 0) setAsking({ what: "chat", place });
        else if (lead.whatsapp) router.push(chatPath(lead.whatsapp));
        else notifyError("Este lead não tem WhatsApp.");
        return true;
      case "x": {
        const { selection } = table;
        selection?.onSelect([place.rowId], !selection.isSelected(place.rowId));
        return true;
      }
      default:
        return false;
    }
  }

  const asked = asking && findLead(asking.place);
  const stopAsking = () => setAsking(null);
  const openChat = useCallback((number: string) => router.push(chatPath(number)), [router]);
  return (
    <>
      <DataTable
        {...table}
        caption="Leads"
        onRowClick={onOpen}
        onCellKey={onCellKey}
        overlay={
          <>
            {!isPhone && !editing && (
              <CellPencil
                canEdit={canEdit}
                nameCell={(place) => `${findCell(place)?.label} de ${findLead(place)?.name}`}
                onEdit={edit}
              />
            )}
            {editing && CellEditor && (
              <CellEditor
                key={`${editing.place.rowId} ${editing.place.columnId}`}
                place={editing.place}
                cell={editing.cell}
                leadName={editing.lead.name}
                refused={editing.refused}
                onGive={(typed, after) => give(editing, typed, after)}
                onCancel={() => {
                  setEditing(null);
                  focusCell(document.body, editing.place);
                }}
              />
            )}
            {asked && asking?.what === "stage" && StageMenu && (
              <StageMenu
                place={asking.place}
                lead={asked}
                onClosed={() => focusCell(document.body, asking.place)}
                onDone={stopAsking}
              />
            )}
          </>
        }
      />
      {asked && asking?.what === "task" && <NewTaskDialog lead={asked} onClose={stopAsking} />}
      {asked && asking?.what === "note" && <NoteDialog lead={asked} onClose={stopAsking} />}
      {asked && asking?.what === "chat" && (
        <WriteToDialog lead={asked} onChoose={openChat} onClose={stopAsking} />
      )}
    </>
  );
}

/**
 * The editor once it is loaded, early or when it is wanted. Not by `dynamic`, which draws a loaded component a moment
 * later too: what is typed right after Enter has to meet the field.
 */
function useCellEditor(isWanted: boolean) {
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSeen(true), EDITOR_LOADED_MS);
    return () => clearTimeout(timer);
  }, []);
  return useLoaded(loadCellEditor, isWanted || isSeen)?.CellEditor;
}
