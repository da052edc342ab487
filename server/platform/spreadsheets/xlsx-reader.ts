import { IMPORT_MAX_CELL_LENGTH, IMPORT_MAX_COLUMNS } from "@/lib/domain/imports/import-file";
import { AppError } from "@/lib/errors";
import { formatDate, parseColumn, parseRowNumber, toDate, unescapeText } from "./cell-values";
import { NumberFormats } from "./number-formats";
import { type PartHandler, tooLargeError, WorkbookParts } from "./workbook-parts";

const MAX_SHARED_TEXT = 40_000_000;
const MAX_SHARED_STRINGS = 5_000_000;

/** Excel's own names have at most 31 letters. */
const MAX_NAME_LENGTH = 100;

export interface SheetRow {
  /** The row's number in the spreadsheet, from 1. */
  number: number;
  cells: string[];
}

/** The sheet whose rows are read. */
export interface ReadSheet {
  name: string;
  /** How many other sheets of cells the workbook shows. */
  others: number;
}

/**
 * Streams the rows of a workbook's first sheet that is seen as text: dates as dd/mm/yyyy, numbers in full, formulas as their saved
 * result. Parts are read while they are inflated; the sheet is never held in memory. `onSheet` is called before the first row,
 * for a sheet that has a name.
 * @throws AppError invalid_input when it is not a workbook, too_large when it inflates too far
 */
export async function* readXlsx(
  bytes: Uint8Array,
  onSheet: (sheet: ReadSheet) => void = () => undefined,
): AsyncGenerator<SheetRow> {
  const parts = await WorkbookParts.open(bytes);
  const { sheets, epoch1904 } = await readWorkbook(parts);
  const { part, name, others } = await findSheet(parts, sheets);
  if (name !== "") onSheet({ name, others });
  const context: CellContext = {
    shared: await readSharedStrings(parts),
    formats: await readNumberFormats(parts),
    epoch1904,
  };
  const rows: SheetRow[] = [];
  const reader = createRowReader(context, (row) => rows.push(row));
  for await (const _chunk of parts.parse(part, reader)) yield* rows.splice(0);
}

interface CellContext {
  shared: string[];
  formats: NumberFormats;
  epoch1904: boolean;
}

interface ListedSheet {
  /** Its relationship's. */
  id: string;
  /** On its tab. */
  name: string;
  isHidden: boolean;
}

/** The sheets in the order of their tabs, and how dates are counted. */
async function readWorkbook(parts: WorkbookParts) {
  if (!parts.has("xl/workbook.xml")) throw notWorkbookError();
  const sheets: ListedSheet[] = [];
  let epoch1904 = false;
  await parts.parseDescription("xl/workbook.xml", {
    open(name, attributes) {
      if (name === "workbookPr") epoch1904 = ["1", "true"].includes(attributes["date1904"] ?? "");
      if (name !== "sheet") return;
      const id = Object.keys(attributes).find((attribute) => attribute.endsWith(":id"));
      const isHidden = ["hidden", "veryHidden"].includes(attributes["state"] ?? "");
      const title = (attributes["name"] ?? "").replaceAll("\0", "").slice(0, MAX_NAME_LENGTH);
      sheets.push({ id: attributes[id ?? ""] ?? "", name: title, isHidden });
    },
  });
  return { sheets, epoch1904 };
}

/** The part of the first sheet of cells that is not hidden, or of the first one at all. */
async function findSheet(
  parts: WorkbookParts,
  sheets: readonly ListedSheet[],
): Promise<ReadSheet & { part: string }> {
  const targets = new Map<string, string>();
  await parts.parseDescription("xl/_rels/workbook.xml.rels", {
    open(name, { Id: id = "", Type: type = "/worksheet", Target: target = "" }) {
      // A chart may have a sheet of its own.
      if (name !== "Relationship" || !type.endsWith("/worksheet") || targets.has(id)) return;
      targets.set(id, target.startsWith("/") ? target.slice(1) : `xl/${target}`);
    },
  });
  const ofCells = sheets.filter(({ id }) => targets.has(id));
  const seen = ofCells.filter(({ isHidden }) => !isHidden);
  const sheet = seen[0] ?? ofCells[0];
  const part = targets.get(sheet?.id ?? "") ?? "xl/worksheets/sheet1.xml";
  if (!parts.has(part)) throw notWorkbookError();
  return { part, name: sheet?.name ?? "", others: Math.max(0, seen.length - 1) };
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

  return {
    open(name, attributes) {
      if (name === "row") {
        const declared = parseRowNumber(attributes["r"]) ?? 0;
        number = declared > number ? declared : number + 1;
        cells = [];
        column = -1;
      } else if (name === "c" && cells) {
        column = parseColumn(attributes["r"]) ?? column + 1;
        cell = { type: attributes["t"], style: attributes["s"] };
        value = "";
        text.start();
      } else if (name === "v") {
        inValue = true;
      } else {
        text.open(name);
      }
    },
    text(piece) {
      if (inValue) value += piece.slice(0, IMPORT_MAX_CELL_LENGTH - value.length);
      else text.add(piece);
    },
    close(name) {
      text.close(name);
      if (name === "v") inValue = false;
      else if (name === "row" && cells) {
        onRow({ number, cells });
        cells = null;
      } else if (name === "c" && cells && cell) {
        // No file of leads has so many columns: such a cell is a mistake or an attack.
        if (column <= IMPORT_MAX_COLUMNS) {
          while (cells.length < column) cells.push("");
          cells[column] = readCell(cell, value, text.take(), context);
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

function notWorkbookError(): AppError {
  const sentence = "O arquivo não é uma planilha .xlsx que se possa ler.";
  return new AppError("invalid_input", sentence, { fields: { file: sentence } });
}
