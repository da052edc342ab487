import {
  IMPORT_MAX_CELL_LENGTH,
  IMPORT_MAX_COLUMNS,
  IMPORT_MAX_ROWS,
} from "@/lib/domain/imports/import-file";
import { formatDate } from "./cell-values";
import { showInFull } from "./number-formats";
import { MAX_FORMULA, readFormulaLink } from "./sheet-links";
import { type PartHandler, WorkbookParts } from "./workbook-parts";
import { notWorkbookError } from "./workbook-sheets";
import type { ReadSheet, SheetRow } from "./xlsx-reader";

/** The part of an OpenDocument spreadsheet that contains its sheets, one after the other. */
const CONTENT = "content.xml";
const MOST_SHEETS = 1_000;

interface RepeatedRow extends SheetRow {
  sheet: number;
  repeat: number;
}

/**
 * Streams the rows of a LibreOffice spreadsheet like readXlsx: the first sheet with a table, or the one that is chosen.
 * Since the sheets follow one another, the file is read once to choose and once for the rows.
 */
export async function* readOds(
  bytes: Uint8Array,
  onSheet: (sheet: ReadSheet, names: string[]) => void,
  chosen: string | undefined,
): AsyncGenerator<SheetRow> {
  const parts = await WorkbookParts.open(bytes);
  const sheets = await listSheets(parts);
  const seen = sheets.filter(({ isHidden }) => !isHidden);
  const listed = seen.length > 0 ? seen : sheets.slice(0, 1);
  const sheet =
    listed.find(({ name }) => name === chosen) ??
    listed.find(({ rows, widest }) => rows > 1 && widest > 1) ??
    listed.find(({ rows }) => rows > 0) ??
    listed[0];
  if (!sheet) throw notWorkbookError();
  const names = listed.map(({ name }) => name);
  onSheet({ name: sheet.name, others: listed.length - 1 }, names);
  for await (const row of readRows(parts)) {
    if (row.sheet > sheet.place) return;
    if (row.sheet < sheet.place) continue;
    // Repeated rows are read one by one, so that the limits of files apply.
    for (let at = 0; at < Math.min(row.repeat, IMPORT_MAX_ROWS + 1); at += 1) {
      const { sheet: _sheet, repeat: _repeat, ...rest } = row;
      yield { ...rest, number: row.number + at };
    }
  }
}

interface ListedSheet {
  place: number;
  name: string;
  isHidden: boolean;
  rows: number;
  widest: number;
}

async function listSheets(parts: WorkbookParts): Promise<ListedSheet[]> {
  const hiddenStyles = new Set<string>();
  let style = "";
  const sheets: ListedSheet[] = [];
  const open: PartHandler["open"] = (name, attributes) => {
    if (name === "style") style = read(attributes, "name");
    if (name === "table-properties" && read(attributes, "display") === "false") {
      hiddenStyles.add(style);
    }
    if (name !== "table" || sheets.length === MOST_SHEETS) return;
    const isHidden = hiddenStyles.has(read(attributes, "style-name"));
    const title = read(attributes, "name").replaceAll("\0", "").slice(0, 100);
    sheets.push({ place: sheets.length, name: title, isHidden, rows: 0, widest: 0 });
  };
  for await (const { sheet, cells } of readRows(parts, open)) {
    const listed = sheets[sheet];
    const width = cells.filter((cell) => cell.trim() !== "").length;
    if (!listed || width === 0) continue;
    listed.rows += 1;
    listed.widest = Math.max(listed.widest, width);
  }
  return sheets;
}

async function* readRows(
  parts: WorkbookParts,
  open?: PartHandler["open"],
): AsyncGenerator<RepeatedRow> {
  const rows: RepeatedRow[] = [];
  const reader = createRowReader((row) => rows.push(row));
  const handler: PartHandler = {
    ...reader,
    open(name, attributes) {
      open?.(name, attributes);
      reader.open?.(name, attributes);
    },
  };
  for await (const _chunk of parts.parse(CONTENT, handler)) yield* rows.splice(0);
}

/** Attributes come with the prefix of their namespace. */
function read(attributes: Record<string, string>, name: string): string {
  const key = Object.keys(attributes).find((each) => each.endsWith(`:${name}`));
  return key === undefined ? "" : (attributes[key] ?? "");
}

function readCount(attributes: Record<string, string>, name: string): number {
  const written = read(attributes, name);
  return /^\d{1,7}$/.test(written) ? Math.max(1, Number(written)) : 1;
}

function createRowReader(onRow: (row: RepeatedRow) => void): PartHandler {
  let sheet = -1;
  let number = 1;
  let row: {
    cells: string[];
    links: Map<number, string>;
    repeat: number;
    isHidden: boolean;
  } | null = null;
  let column = 0;
  let cell: { attributes: Record<string, string>; text: string; link: string | null } | null = null;
  /** Notes within a cell have separate texts. */
  let notes = 0;

  function add(text: string) {
    if (cell && notes === 0) {
      cell.text += text.slice(0, IMPORT_MAX_CELL_LENGTH - cell.text.length);
    }
  }

  function endCell() {
    if (!cell || !row) return;
    const { attributes, text } = cell;
    const link = cell.link ?? readFormula(read(attributes, "formula"), row.cells);
    const repeat = readCount(attributes, "number-columns-repeated");
    const value = showValue(attributes, text);
    if (value !== "" || link) {
      for (let at = column; at < column + repeat && at <= IMPORT_MAX_COLUMNS; at += 1) {
        while (row.cells.length < at) row.cells.push("");
        row.cells[at] = value;
        if (link) row.links.set(at, link);
      }
    }
    column += repeat;
    cell = null;
  }

  return {
    open(name, attributes) {
      if (name === "table") [sheet, number] = [sheet + 1, 1];
      else if (name === "table-row") {
        const isHidden = ["collapse", "filter"].includes(read(attributes, "visibility"));
        const repeat = readCount(attributes, "number-rows-repeated");
        row = { cells: [], links: new Map(), repeat, isHidden };
        column = 0;
      } else if (name === "table-cell" || name === "covered-table-cell") {
        cell = { attributes, text: "", link: null };
        notes = 0;
      } else if (name === "annotation") notes += 1;
      else if (name === "p" && cell?.text) add("\n");
      else if (name === "s") add(" ".repeat(Math.min(100, readCount(attributes, "c"))));
      else if (name === "line-break") add("\n");
      else if (name === "a" && cell) cell.link = read(attributes, "href").slice(0, 2_000) || null;
    },
    text: (piece) => add(piece),
    close(name) {
      if (name === "annotation") notes -= 1;
      else if (name === "table-cell" || name === "covered-table-cell") endCell();
      else if (name === "table-row" && row) {
        const { cells, links, repeat, isHidden } = row;
        const rest = { ...(links.size > 0 && { links }), ...(isHidden && { isHidden }) };
        if (cells.length > 0) onRow({ sheet, number, repeat, cells, ...rest });
        number += repeat;
        row = null;
      }
    },
  };
}

/**
 * The address in `of:=HYPERLINK("https://wa.me/55"&[.A2];"Chamar")`, whose cell references are in brackets, unlike a
 * workbook's.
 */
function readFormula(formula: string, cells: readonly string[]): string | null {
  if (formula === "" || formula.length > MAX_FORMULA) return null;
  const written = formula.replace(/^[a-z]{1,10}:/, "").replace(/^=/, "");
  return readFormulaLink(written.replace(/\[\.(\$?[A-Z]{1,3}\$?\d{1,7})\]/g, "$1"), cells);
}

/** Numbers in full, days with their year, and digits with signs as they are shown. */
function showValue(attributes: Record<string, string>, text: string): string {
  const type = read(attributes, "value-type");
  const value = read(attributes, "value");
  if (type === "boolean") return read(attributes, "boolean-value") === "true" ? "Sim" : "Não";
  if (type === "date") {
    const date = read(attributes, "date-value");
    const time = date.includes("T") ? date : `${date}T00:00`;
    return formatDate(new Date(`${time}Z`)) || text;
  }
  if (!/^-?\d[\d.eE+-]{0,30}$/.test(value)) return text.trim();
  if (type === "percentage") return `${showInFull(Number(value) * 100)}%`;
  if (type !== "float" && type !== "currency") return text.trim();
  const digits = text.replace(/\D/g, "").replace(/^0+/, "");
  const isMask = /^[\d\s()/.-]+$/.test(text.trim()) && /^\d+$/.test(value) && digits === value;
  return isMask ? text.trim() : showInFull(Number(value));
}
