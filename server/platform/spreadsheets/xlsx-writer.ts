import { strToU8, Zip, ZipDeflate } from "fflate";
import { type Cell, csvCell, guardText } from "@/lib/domain/spreadsheets/spreadsheet-cell";
import { readSaoPauloClock } from "@/lib/domain/time/calendar-day";

const COMPRESSION_LEVEL = 3;

/**
 * Streams a workbook of one sheet row by row: texts stay texts even if they look like numbers, dates are in São Paulo's
 * time. The sheet is never held in memory as a whole.
 */
export async function* writeXlsx(
  columns: string[],
  pages: AsyncIterable<Cell[][]>,
): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    ready.push(piece);
  });
  for (const [name, text] of Object.entries(PARTS)) {
    const part = new ZipDeflate(name, { level: COMPRESSION_LEVEL });
    zip.add(part);
    part.push(strToU8(text), true);
  }
  const sheet = new ZipDeflate("xl/worksheets/sheet1.xml", { level: COMPRESSION_LEVEL });
  zip.add(sheet);
  sheet.push(strToU8(`${startSheet(columns)}${rowXml(columns, 1)}`));
  yield* ready.splice(0);
  let number = 1;
  for await (const rows of pages) {
    let xml = "";
    for (const row of rows) {
      number += 1;
      xml += rowXml(row, number);
    }
    sheet.push(strToU8(xml));
    yield* ready.splice(0);
  }
  sheet.push(strToU8(SHEET_END), true);
  zip.end();
  yield* ready.splice(0);
}

function rowXml(row: Cell[], number: number): string {
  return `<row r="${number}">${row.map((cell, at) => cellXml(cell, `${toColumnName(at)}${number}`)).join("")}</row>`;
}

function cellXml(cell: Cell, reference: string): string {
  if (cell === null || cell === "") return "";
  if (typeof cell === "object") {
    const [value, style] = toNumber(cell);
    if (value !== null) return `<c r="${reference}" s="${style}"><v>${value}</v></c>`;
  }
  const text = typeof cell === "string" ? cell : csvCell(cell);
  return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(guardText(text))}</t></is></c>`;
}

function toColumnName(at: number): string {
  return at < 26
    ? String.fromCharCode(65 + at)
    : `${toColumnName(Math.floor(at / 26) - 1)}${toColumnName(at % 26)}`;
}

/** The places of the formats among those of the cells. */
const STYLE = { none: 0, time: 1, day: 2, money: 3 };

/** What a spreadsheet computes with, and how it is shown; null for a day that Excel would shift. */
function toNumber(cell: Exclude<Cell, string | null>): [value: number | null, style: number] {
  if (cell instanceof Date) return [toSerialDay(cell), STYLE.time];
  if ("number" in cell) return [cell.number, cell.isMoney ? STYLE.money : STYLE.none];
  return [cell.day < FIRST_SURE_DAY ? null : countDays(`${cell.day}T00:00:00`), STYLE.day];
}

/** Excel has a 29 February 1900. */
const FIRST_SURE_DAY = "1900-03-01";
const DAY_MS = 86_400_000;
const EXCEL_EPOCH = Date.UTC(1899, 11, 30);

/** Excel's serial date of the wall clock in São Paulo. */
function toSerialDay(date: Date): number {
  const { day, time } = readSaoPauloClock(date);
  return countDays(`${day}T${time}`);
}

function countDays(clock: string): number {
  return (Date.parse(`${clock}Z`) - EXCEL_EPOCH) / DAY_MS;
}

/** Characters that XML cannot contain. */
const INVALID_IN_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

function escapeXml(text: string): string {
  return (
    text
      .replace(INVALID_IN_XML, "")
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll("\r", "&#13;")
      // Workbooks encode special characters as _x0041_: escape the underscore of a text that looks like one.
      .replace(/_(?=x[0-9A-F]{4}_)/g, "_x005F_")
  );
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const CONTENT = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** The header row is frozen, and each column wide enough for its name. */
function startSheet(columns: readonly string[]): string {
  const widths = columns.map(({ length }, at) => {
    const width = Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, length + 4));
    return `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`;
  });
  return `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${widths.join("")}</cols><sheetData>`;
}

/** In letters. */
const MIN_WIDTH = 18;
const MAX_WIDTH = 40;
const SHEET_END = "</sheetData></worksheet>";

const PARTS: Record<string, string> = {
  "[Content_Types].xml": `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${CONTENT}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${CONTENT}.worksheet+xml"/></Types>`,
  "_rels/.rels": `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/workbook.xml": `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Leads" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  "xl/styles.xml": `${DECLARATION}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy"/></numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
};
