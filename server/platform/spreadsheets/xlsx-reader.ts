import { IMPORT_MAX_CELL_LENGTH, IMPORT_MAX_COLUMNS } from "@/lib/domain/imports/import-file";
import { formatDate, parseColumn, parseRowNumber, toDate, unescapeText } from "./cell-values";
import { NumberFormats } from "./number-formats";
import { type Links, linkKey, MAX_FORMULA, readFormulaLink, readLinks } from "./sheet-links";
import { type PartHandler, tooLargeError, WorkbookParts } from "./workbook-parts";
import { listSheets, notWorkbookError, readWorkbook, type SheetPart } from "./workbook-sheets";

const MAX_SHARED_TEXT = 40_000_000;
const MAX_SHARED_STRINGS = 5_000_000;

const MAX_FORMULAS = 100;

export interface SheetRow {
  /** The row's number in the spreadsheet, from 1. */
  number: number;
  cells: string[];
  /** Link targets of cells, by column. */
  links?: ReadonlyMap<number, string>;
  /** Whether a filter or a user hides it. */
  isHidden?: boolean;
}

/** The sheet whose rows are read. */
export interface ReadSheet {
  name: string;
  /** How many other sheets of cells the workbook shows. */
  others: number;
}

/** Sheets that are searched for a table, and rows of each. */
const MOST_LOOKED_AT = 10;
const LOOKED_AT_ROWS = 15;

/**
 * Streams the rows of a workbook's first sheet that has a table, or of the one chosen by name, as text: dates as
 * dd/mm/yyyy, numbers as they are shown, formulas as their saved result. Parts are read while they are inflated; the
 * sheet is never held in memory as a whole. `onSheet` is called before the first row, for a sheet that has a name, with
 * the names of all visible sheets.
 * @throws AppError invalid_input when it is not a workbook, too_large when it inflates too far
 */
export async function* readXlsx(
  bytes: Uint8Array,
  onSheet: (sheet: ReadSheet, names: string[]) => void = () => undefined,
  chosen?: string,
): AsyncGenerator<SheetRow> {
  const parts = await WorkbookParts.open(bytes);
  const { sheets, epoch1904 } = await readWorkbook(parts);
  const seen = await listSheets(parts, sheets);
  const context: CellContext = {
    shared: await readSharedStrings(parts),
    formats: await readNumberFormats(parts),
    epoch1904,
    links: new Map(),
  };
  const { part, name } =
    seen.find((sheet) => sheet.name === chosen) ?? (await findTable(parts, seen, context));
  const names = seen.map((sheet) => sheet.name);
  if (name !== "") onSheet({ name, others: seen.length - 1 }, names);
  yield* readRows(parts, part, { ...context, links: await readLinks(parts, part) });
}

async function* readRows(
  parts: WorkbookParts,
  part: string,
  context: CellContext,
): AsyncGenerator<SheetRow> {
  const rows: SheetRow[] = [];
  const reader = createRowReader(context, (row) => rows.push(row));
  for await (const _chunk of parts.parse(part, reader)) yield* rows.splice(0);
}

/** The first sheet with a row of several cells and another row; without one the first that has any. */
async function findTable(
  parts: WorkbookParts,
  sheets: readonly SheetPart[],
  context: CellContext,
): Promise<SheetPart> {
  const [first] = sheets;
  if (!first) throw notWorkbookError();
  let filled: SheetPart | null = null;
  for (const sheet of sheets.length > 1 ? sheets.slice(0, MOST_LOOKED_AT) : []) {
    let [rows, widest] = [0, 0];
    for await (const { number, cells } of readRows(parts, sheet.part, context)) {
      const width = cells.filter((cell) => cell.trim() !== "").length;
      if (width > 0) rows += 1;
      widest = Math.max(widest, width);
      if (number >= LOOKED_AT_ROWS || (rows > 1 && widest > 1)) break;
    }
    if (rows > 1 && widest > 1) return sheet;
    if (rows > 0) filled ??= sheet;
  }
  return filled ?? first;
}

interface CellContext {
  shared: string[];
  formats: NumberFormats;
  epoch1904: boolean;
  links: Links;
}

async function readSharedStrings(parts: WorkbookParts): Promise<string[]> {
  const strings: string[] = [];
  let length = 0;
  const text = createTextReader();
  const handler: PartHandler = {
    open(name) {
      if (name === "si") text.start();
      else text.open(name);
    },
    text: text.add,
    close(name) {
      text.close(name);
      if (name !== "si") return;
      const string = text.take();
      length += string.length;
      if (length > MAX_SHARED_TEXT || strings.length === MAX_SHARED_STRINGS) throw tooLargeError();
      strings.push(string);
    },
  };
  for await (const _chunk of parts.parse("xl/sharedStrings.xml", handler));
  return strings;
}

async function readNumberFormats(parts: WorkbookParts): Promise<NumberFormats> {
  const formats = new NumberFormats();
  let inCellFormats = false;
  await parts.parseDescription("xl/styles.xml", {
    open(name, { numFmtId = "", formatCode = "" }) {
      if (name === "numFmt") formats.addFormat(Number(numFmtId), formatCode);
      else if (name === "cellXfs") inCellFormats = true;
      else if (name === "xf" && inCellFormats) formats.addStyle(Number(numFmtId));
    },
    close(name) {
      if (name === "cellXfs") inCellFormats = false;
    },
  });
  return formats;
}

/** Calls `onRow` at the end of each row. */
function createRowReader(context: CellContext, onRow: (row: SheetRow) => void): PartHandler {
  const text = createTextReader();
  let number = 0;
  let cells: string[] | null = null;
  let column = -1;
  let cell: { type: string | undefined; style: string | undefined } | null = null;
  let inValue = false;
  let value = "";
  let isHidden = false;
  let links: Map<number, string> | null = null;
  /** The cell's formula, with the number under which other cells share it. */
  let formula: { text: string; shared: string | undefined } | null = null;
  let inFormula = false;
  /** Formulas of links that other cells share. */
  const sharedFormulas = new Map<string, string>();

  function findLink(column: number): string | null {
    const own = context.links.get(linkKey(column, number));
    if (own !== undefined || !formula || !cells) return own ?? null;
    const { shared } = formula;
    const text = formula.text || sharedFormulas.get(shared ?? "") || "";
    const link = readFormulaLink(text, cells);
    const isShared = link !== null && shared !== undefined && sharedFormulas.size < MAX_FORMULAS;
    if (isShared) sharedFormulas.set(shared, text);
    return link;
  }

  return {
    open(name, attributes) {
      if (name === "row") {
        const declared = parseRowNumber(attributes["r"]) ?? 0;
        number = declared > number ? declared : number + 1;
        isHidden = ["1", "true"].includes(attributes["hidden"] ?? "");
        cells = [];
        links = null;
        column = -1;
      } else if (name === "c" && cells) {
        column = parseColumn(attributes["r"]) ?? column + 1;
        cell = { type: attributes["t"], style: attributes["s"] };
        value = "";
        formula = null;
        text.start();
      } else if (name === "v") {
        inValue = true;
      } else if (name === "f") {
        formula = { text: "", shared: attributes["t"] === "shared" ? attributes["si"] : undefined };
        inFormula = true;
      } else {
        text.open(name);
      }
    },
    text(piece) {
      if (inValue) value += piece.slice(0, IMPORT_MAX_CELL_LENGTH - value.length);
      else if (inFormula && formula)
        formula.text += piece.slice(0, MAX_FORMULA - formula.text.length);
      else text.add(piece);
    },
    close(name) {
      text.close(name);
      if (name === "v") inValue = false;
      else if (name === "f") inFormula = false;
      else if (name === "row" && cells) {
        onRow({ number, cells, ...(links && { links }), ...(isHidden && { isHidden }) });
        cells = null;
      } else if (name === "c" && cells && cell) {
        // No file of leads has so many columns: such a cell is a mistake or an attack.
        if (column <= IMPORT_MAX_COLUMNS) {
          while (cells.length < column) cells.push("");
          cells[column] = readCell(cell, value, text.take(), context);
          const link = findLink(column);
          if (link) links = (links ?? new Map<number, string>()).set(column, link);
        }
        cell = null;
      }
    },
  };
}

function readCell(
  { type, style }: { type: string | undefined; style: string | undefined },
  value: string,
  text: string,
  { shared, formats, epoch1904 }: CellContext,
): string {
  if (type === "inlineStr") return text;
  if (value === "" || type === "e") return "";
  if (type === "s") return (/^\d{1,8}$/.test(value) && shared[Number(value)]) || "";
  if (type === "b") return value === "1" ? "Sim" : "Não";
  if (type === "str") return unescapeText(value);
  if (type === "d") return formatDate(new Date(value.endsWith("Z") ? value : `${value}Z`));
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  return formats.isDate(Number(style ?? 0))
    ? formatDate(toDate(number, epoch1904))
    : formats.show(number, Number(style ?? 0));
}

/** Collects plain or rich text, without phonetic guides (rPh), up to the longest cell. */
function createTextReader() {
  let text = "";
  let inText = false;
  let inGuide = false;
  return {
    start() {
      text = "";
    },
    open(name: string) {
      if (name === "t") inText = true;
      else if (name === "rPh") inGuide = true;
    },
    add(piece: string) {
      if (inText && !inGuide) text += piece.slice(0, IMPORT_MAX_CELL_LENGTH - text.length);
    },
    close(name: string) {
      if (name === "t") inText = false;
      else if (name === "rPh") inGuide = false;
    },
    take: () => unescapeText(text),
  };
}
