import { IMPORT_MAX_CELL_LENGTH, IMPORT_MAX_COLUMNS } from "@/lib/domain/imports/import-file";
import { AppError } from "@/lib/errors";
import { INFLATED_TOO_LARGE, inflateText, readZipEntries, type ZipEntry } from "./zip-entries";

/** Limit for one inflated part of a workbook. */
const MAX_PART_BYTES = 150_000_000;
const MAX_SHARED_TEXT = 40_000_000;
const MAX_ELEMENT_XML = 4_000_000;

export interface SheetRow {
  /** The row's number in the spreadsheet, from 1. */
  number: number;
  cells: string[];
}

/**
 * Streams the rows of a workbook's first sheet as text: dates as dd/mm/yyyy, numbers in full, formulas as their saved
 * result. Parts are read while they are inflated; the sheet is never held in memory.
 * @throws AppError invalid_input when it is not a workbook, too_large when it inflates too far
 */
export async function* readXlsx(bytes: Uint8Array): AsyncGenerator<SheetRow> {
  const entries = readZipEntries(bytes);
  const workbook = await readWholeText(entries.get("xl/workbook.xml"));
  if (workbook === null) throw notWorkbookError();
  const links = (await readWholeText(entries.get("xl/_rels/workbook.xml.rels"))) ?? "";
  const sheet = entries.get(firstSheet(workbook, links));
  if (!sheet) throw notWorkbookError();
  const context: CellContext = {
    shared: await readSharedStrings(entries.get("xl/sharedStrings.xml")),
    isDate: readDateStyles((await readWholeText(entries.get("xl/styles.xml"))) ?? ""),
    epoch1904: /<(?:\w+:)?workbookPr\b[^>]*\bdate1904="(?:1|true)"/.test(workbook),
  };
  let number = 0;
  for await (const element of readElements(sheet, "row")) {
    const declared = Number(readAttribute(element.open, "r"));
    number = declared > number ? declared : number + 1;
    yield { number, cells: readCells(element.inner, context) };
  }
}

interface CellContext {
  shared: string[];
  isDate: (style: number) => boolean;
  epoch1904: boolean;
}

function firstSheet(workbook: string, links: string): string {
  const id = /<(?:\w+:)?sheet\b[^>]*\b\w+:id="([^"]+)"/.exec(workbook)?.[1];
  for (const [link] of links.matchAll(/<(?:\w+:)?Relationship\b[^>]*>/g)) {
    if (readAttribute(link, "Id") !== id) continue;
    const target = readAttribute(link, "Target") ?? "";
    return target.startsWith("/") ? target.slice(1) : `xl/${target}`;
  }
  return "xl/worksheets/sheet1.xml";
}

async function readSharedStrings(entry: ZipEntry | undefined): Promise<string[]> {
  const strings: string[] = [];
  if (!entry) return strings;
  let length = 0;
  for await (const { inner } of readElements(entry, "si")) {
    const text = readText(inner);
    length += text.length;
    if (length > MAX_SHARED_TEXT) throw new AppError("too_large", INFLATED_TOO_LARGE);
    strings.push(text);
  }
  return strings;
}

/** Built-in number formats for dates and times. */
const DATE_FORMATS = new Set([
  ...[14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36],
  ...[45, 46, 47, 50, 51, 52, 53, 54, 55, 56, 57, 58],
]);

function readDateStyles(styles: string): (style: number) => boolean {
  const dates = new Set(DATE_FORMATS);
  for (const [format] of styles.matchAll(/<(?:\w+:)?numFmt\b[^>]*>/g)) {
    const id = Number(readAttribute(format, "numFmtId"));
    // Quoted or bracketed text is a literal or a colour, not a date's letters.
    const code = unescapeXml(readAttribute(format, "formatCode") ?? "").replace(
      /"[^"]*"|\[[^\]]*\]|\\./g,
      "",
    );
    if (/[ymdhs]/i.test(code)) dates.add(id);
    else dates.delete(id);
  }
  const formats = /<(?:\w+:)?cellXfs\b[\s\S]*?<\/(?:\w+:)?cellXfs>/.exec(styles)?.[0] ?? "";
  const byStyle = [...formats.matchAll(/<(?:\w+:)?xf\b[^>]*>/g)].map(([xf]) =>
    dates.has(Number(readAttribute(xf, "numFmtId"))),
  );
  return (style) => byStyle[style] ?? false;
}

function readCells(xml: string, context: CellContext): string[] {
  const cells: string[] = [];
  let at = -1;
  for (const { open, inner } of findElements(xml, "c")) {
    at = parseColumn(readAttribute(open, "r")) ?? at + 1;
    // No file of leads has so many columns: such a cell is a mistake or an attack.
    if (at > IMPORT_MAX_COLUMNS) continue;
    while (cells.length < at) cells.push("");
    cells[at] = readCell(open, inner, context).slice(0, IMPORT_MAX_CELL_LENGTH);
  }
  return cells;
}

function readCell(attributes: string, inner: string, context: CellContext): string {
  const type = readAttribute(attributes, "t");
  if (type === "inlineStr") return readText(inner);
  const [raw] = findElements(inner, "v");
  if (!raw) return "";
  const value = unescapeXml(raw.inner);
  if (type === "s") return context.shared[Number(value)] ?? "";
  if (type === "b") return value === "1" ? "Sim" : "Não";
  if (type === "e") return "";
  if (type === "str") return value;
  if (type === "d") return formatDate(new Date(value.endsWith("Z") ? value : `${value}Z`));
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  const style = Number(readAttribute(attributes, "s") ?? 0);
  return context.isDate(style)
    ? formatDate(toDate(number, context.epoch1904))
    : formatInFull(number, value);
}

/** Avoids exponents such as 5.51199E+12. */
function formatInFull(number: number, written: string): string {
  if (Number.isSafeInteger(number)) return String(number);
  return /e/i.test(written) && Number.isInteger(number)
    ? BigInt(number).toString()
    : String(number);
}

const DAY_MS = 86_400_000;

/** Days since 1899-12-30, which accounts for Excel's nonexistent 29 February 1900, or since 1904. */
function toDate(days: number, epoch1904: boolean): Date {
  const epoch = epoch1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
  return new Date(Math.round((epoch + days * DAY_MS) / 1000) * 1000);
}

function formatDate(date: Date): string {
  if (Number.isNaN(date.getTime())) return "";
  const [day = "", time = ""] = date.toISOString().slice(0, 16).split("T");
  const text = day.split("-").reverse().join("/");
  return time === "00:00" ? text : `${text} ${time}`;
}

/** "C7" is column 2. */
function parseColumn(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? "")?.[0];
  if (!letters) return undefined;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** Plain or rich text, without phonetic guides (rPh). */
function readText(xml: string): string {
  let written = xml;
  for (const { whole } of findElements(xml, "rPh")) written = written.replace(whole, "");
  let text = "";
  for (const { inner } of findElements(written, "t")) text += unescapeXml(inner);
  return text;
}

function readAttribute(tag: string, name: string): string | undefined {
  const pattern = attributePatterns.get(name) ?? new RegExp(`\\s${name}="([^"]*)"`);
  attributePatterns.set(name, pattern);
  return pattern.exec(tag)?.[1];
}

const attributePatterns = new Map<string, RegExp>();

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function unescapeXml(text: string): string {
  if (!text.includes("&") && !text.includes("_x")) return text;
  return text
    .replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
      if (hex || decimal) return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
      return ENTITIES[name] ?? whole;
    })
    .replace(/_x([0-9A-F]{4})_/g, (_whole, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

interface XmlElement {
  /** The opening tag. */
  open: string;
  inner: string;
  whole: string;
}

/** The elements with that name, which must not nest, while the part is inflated. */
async function* readElements(entry: ZipEntry, name: string): AsyncGenerator<XmlElement> {
  let buffer = "";
  for await (const piece of inflateText(entry, MAX_PART_BYTES)) {
    buffer += piece;
    let read = 0;
    for (const element of findElements(buffer, name)) {
      yield element;
      read = element.end;
    }
    buffer = buffer.slice(findIncomplete(buffer, read, name));
    if (buffer.length > MAX_ELEMENT_XML) throw new AppError("too_large", INFLATED_TOO_LARGE);
  }
}

/** The complete elements in a text. Linear, even if an element is never closed. */
function* findElements(xml: string, name: string): Generator<XmlElement & { end: number }> {
  const opening = getOpeningPattern(name);
  let at = 0;
  for (;;) {
    opening.lastIndex = at;
    const found = opening.exec(xml);
    if (!found) return;
    const [open, tag] = found;
    const start = found.index + open.length;
    if (open.endsWith("/>")) {
      at = start;
      yield { open, inner: "", whole: open, end: at };
      continue;
    }
    const close = `</${tag}>`;
    const end = xml.indexOf(close, start);
    if (end < 0) return;
    at = end + close.length;
    yield { open, inner: xml.slice(start, end), whole: xml.slice(found.index, at), end: at };
  }
}

/** Where the incomplete last element begins. */
function findIncomplete(xml: string, from: number, name: string): number {
  const opening = getOpeningPattern(name);
  opening.lastIndex = from;
  return opening.exec(xml)?.index ?? Math.max(from, xml.lastIndexOf("<"));
}

const openingPatterns = new Map<string, RegExp>();

/** A new RegExp for each call, because calls are nested and lastIndex is state. */
function getOpeningPattern(name: string): RegExp {
  const source =
    openingPatterns.get(name) ?? new RegExp(`<((?:\\w+:)?${name})(?=[\\s/>])[^>]*>`, "g");
  openingPatterns.set(name, source);
  return new RegExp(source);
}

async function readWholeText(entry: ZipEntry | undefined): Promise<string | null> {
  if (!entry) return null;
  let text = "";
  for await (const piece of inflateText(entry, MAX_ELEMENT_XML)) text += piece;
  return text;
}

function notWorkbookError(): AppError {
  const sentence = "O arquivo não é uma planilha .xlsx que se possa ler.";
  return new AppError("invalid_input", sentence, { fields: { file: sentence } });
}
