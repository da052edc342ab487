import type { z } from "zod/mini";
import type { Import, ImportFile } from "@/lib/contracts/leads/imports";
import { guessMapping } from "@/lib/domain/imports/column-assignment";
import { describeValues, judgeColumns } from "@/lib/domain/imports/column-values";
import { withoutDeletedFields } from "@/lib/domain/imports/import-columns";
import type { FileRow } from "@/lib/domain/imports/import-file";
import { type ImportRow, isUndoable } from "./imports.repository";

export function toImport(row: ImportRow): z.input<typeof Import> {
  return {
    id: row.id,
    file_name: row.file_name,
    status: row.status,
    stopping: row.stop_at !== null && row.status === "processing",
    mode: row.mode,
    list: row.list_id === null ? null : { id: row.list_id, name: row.list_name ?? "" },
    new_list_name: row.new_list_name,
    tags: row.tags,
    rows_total: row.row_count,
    rows_done: row.next_row,
    created: row.created_count,
    existing: row.existing_count,
    refused: row.refused_count,
    unread: row.columns.flatMap((column, at) => {
      const values = row.unread_counts[at] ?? 0;
      return values > 0 ? [{ column, values }] : [];
    }),
    undoable_until: isUndoable(row) ? row.undoable_until : null,
    undone:
      row.status === "undoing" ||
      row.undo_deleted + row.undo_restored + row.undo_kept + row.undo_left > 0 ||
      row.status === "undone"
        ? {
            deleted: row.undo_deleted,
            restored: row.undo_restored,
            left: row.undo_left,
            kept: row.undo_kept,
            kept_names: row.kept_names,
            kept_list:
              row.kept_list_id !== null && row.kept_list_name !== null
                ? { id: row.kept_list_id, name: row.kept_list_name }
                : null,
            fields: row.new_fields.map(({ name }) => name),
          }
        : null,
    resumable: row.resumable,
    note: row.note,
    created_at: row.created_at,
    completed_at: row.completed_at,
  };
}

/** Rows of a file that are shown. */
const PREVIEW_ROWS = 5;

/** `first` are the file's first rows. */
export function toImportFile(
  row: ImportRow,
  first: readonly FileRow[],
  ownFields: readonly { key: string; name: string }[],
): ImportFile {
  const values = judgeColumns(row.columns, first);
  return {
    columns: row.columns,
    sheets: row.reading.sheets ?? [],
    hidden_rows: row.reading.hidden_rows
      ? { count: row.reading.hidden_rows, left_out: row.reading.hidden_left_out ?? false }
      : null,
    values: values.map((each, at) => ({
      count: each.count,
      numbers: each.share.phone >= 0.5,
      month_first: row.reading.month_first?.includes(at) ?? false,
      reason: describeValues(each),
    })),
    ...(row.sheet_name !== null && { sheet: { name: row.sheet_name, others: row.other_sheets } }),
    mapping: row.mapping
      ? withoutDeletedFields(row.mapping, ownFields)
      : guessMapping(row.columns, ownFields, first),
    new_fields: row.new_fields.map((field) => ({ ...field, choices: [...field.choices] })),
    preview: first.slice(0, PREVIEW_ROWS).map(({ line, cells }) => ({ line, cells })),
  };
}
