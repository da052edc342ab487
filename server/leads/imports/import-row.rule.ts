import { normalizeCnpj } from "@/lib/domain/companies/cnpj";
import { getCompanyHost } from "@/lib/domain/companies/company-host";
import { putDayFirst } from "@/lib/domain/imports/american-dates";
import { joinCnpj } from "@/lib/domain/imports/cnpj-columns";
import { splitTown } from "@/lib/domain/imports/column-values";
import { isOtherTarget, isPartTarget, type ReadColumn } from "@/lib/domain/imports/import-columns";
import type { FileRow } from "@/lib/domain/imports/import-file";
import {
  cleanNumber,
  holdsCpf,
  isMobile,
  joinAreaCodes,
  separateNumbers,
} from "@/lib/domain/imports/import-numbers";
import {
  LEAD_FIELD_NAMES,
  LEAD_TEXT_NAMES,
  type LeadFieldName,
  type LeadTextName,
} from "@/lib/domain/leads/lead-fields";
import type { LeadValues } from "@/lib/domain/leads/lead-row";
import { type LeadStatus, readStatus } from "@/lib/domain/leads/lead-status";
import { readOwnValue, type StoredOwnValue } from "@/lib/domain/leads/own-fields";
import { formatKeptNumber } from "@/lib/domain/phone/phone";
import { toKeptNumber } from "@/lib/domain/phone/read-number";
import { removeGuard } from "@/lib/domain/spreadsheets/spreadsheet-cell";
import { formatCnpj } from "@/lib/format";
import {
  type ImportedContact,
  makeContacts,
  type OtherCell,
  readOtherCells,
  splitEmails,
} from "./import-contacts.rule";
import {
  describeMisplaced,
  describeUnknownStatus,
  describeWhatsappProblem,
  readValue,
} from "./import-values.rule";

/** A file's row as a lead. Null is a value the file does not have. */
export interface ImportedLead extends Omit<LeadValues, "status"> {
  /** False when the row was named after another value, which overwrites no name. */
  named: boolean;
  status: LeadStatus | null;
  /** Persons that the row names besides the main contact; missing without one. */
  contacts?: ImportedContact[];
  /** Values of own fields, by the fields' ids; missing without one. */
  own?: ReadonlyMap<number, StoredOwnValue[]>;
}

/** A value that its column's field cannot have. */
export interface UnreadValue {
  column: number;
  reason: string;
}

export type ReadRow =
  | { ok: true; lead: ImportedLead; unread: readonly UnreadValue[] }
  | { ok: false; reason: string };

type Values = Partial<Record<LeadFieldName, string>>;

const PHONE_COLUMNS: ReadonlySet<ReadColumn> = new Set<ReadColumn>([
  ...(["whatsapp", "phone", "other.whatsapp", "other.phone"] as const),
]);
const NUMBER_COLUMNS = new Set<ReadColumn>([...PHONE_COLUMNS, "cnpj", "part.cnpj"]);

/**
 * Converts a row to a lead, with the lead form's rules for the values present, or returns why it is refused: nobody may
 * be written to at a wrong number. Any other value that its field cannot have is left out and named.
 */
export function readLeadRow(row: FileRow, columns: readonly ReadColumn[]): ReadRow {
  if (row.broken) return refuse(row.broken);
  const extra = row.cells.slice(columns.length).some((cell) => cell.trim() !== "");
  if (extra) {
    return refuse(
      `A linha tem ${row.cells.length} colunas e o cabeçalho tem ${columns.length}: há um separador a mais.`,
    );
  }
  const cells = joinAreaCodes(row.cells, columns.map(findRole));
  const { values, places, otherNames, otherCells } = readCells(cells, columns);
  const unread: UnreadValue[] = [];
  const leaveOut = (field: LeadFieldName, reason: string) => {
    // A telephone without a column is the second number of another cell.
    unread.push({ column: places[field] ?? places.whatsapp ?? 0, reason });
    delete values[field];
  };

  const town = splitTown(values.city ?? "");
  if (town && (!values.state || values.state.toUpperCase() === town.state)) {
    Object.assign(values, town);
  }
  // Where nothing says which number is WhatsApp's, a mobile is.
  const isTold = columns.some((column) => column === "whatsapp" || column === "other.whatsapp");
  if (!isTold && values.phone && isMobile(values.phone) && !holdsCpf(values.phone)) {
    values.whatsapp = values.phone;
    places.whatsapp = places.phone ?? 0;
    delete values.phone;
  }

  const misplaced = values.whatsapp && describeMisplaced("whatsapp", values.whatsapp);
  if (misplaced) return refuse(misplaced);
  for (const field of ["phone", "cnpj"] as const) {
    const reason = values[field] && describeMisplaced(field, values[field]);
    if (reason) leaveOut(field, reason);
  }
  const { others, ...separated } = separateNumbers(values);
  const [email, ...emails] = splitEmails(values.email ?? "");
  Object.assign(values, separated, email && { email });
  const problem = values.whatsapp && describeWhatsappProblem(values.whatsapp);
  if (problem) return refuse(problem);
  const status = values.status ? readStatus(values.status) : null;
  if (values.status && status === null) leaveOut("status", describeUnknownStatus(values.status));
  for (const field of LEAD_FIELD_NAMES) {
    const text = values[field];
    if (text === undefined || field === "whatsapp" || field === "status") continue;
    const read = readValue(field, text);
    if (read.ok) values[field] = read.value;
    else if (field === "name") return refuse(read.reason);
    else leaveOut(field, read.reason);
  }
  const other = readOtherCells(otherCells, values);
  Object.assign(values, other.free);

  const given = values.name ?? otherNames.find((text) => readValue("name", text).ok);
  // Without a name and the CNPJ that it has, a row may be any company with this number.
  const isUnknown = !given && places.cnpj !== undefined && !values.cnpj;
  if (given && TOTAL.test(given) && !isReachable(values)) return refuse(TOTAL_LINE);
  const name = given ?? (isUnknown ? undefined : nameAfterContact(values));
  if (!name) return refuse(describeNameless(unread));

  const kept = Object.fromEntries(LEAD_TEXT_NAMES.map((name) => [name, values[name] || null])) as {
    [Name in LeadTextName]: string | null;
  };
  const own = readOwnCells(cells, columns);
  const { whatsapp, phone_key } = toKeptNumber(values.whatsapp) ?? NO_NUMBER;
  const contacts = makeContacts(
    { phone_key, phone: kept.phone, email: kept.email },
    [...others.map((text) => ({ text, target: "other.phone" as const })), ...other.numbers],
    [...emails, ...other.emails],
    other.people,
  );
  return {
    ok: true,
    unread: [...unread, ...own.unread, ...other.unread].sort((a, b) => a.column - b.column),
    lead: {
      ...kept,
      name,
      named: values.name !== undefined,
      whatsapp,
      phone_key,
      site_host: getCompanyHost(kept.website),
      cnpj: normalizeCnpj(kept.cnpj),
      status,
      ...(contacts.length > 0 && { contacts }),
      ...(own.values.size > 0 && { own: own.values }),
    },
  };
}

const TOTAL = /^(?:sub-?)?(?:total|soma)(?: (?:geral|de .{1,60}))?[:.]?$/i;
const TOTAL_LINE = "Linha de totais, que não é de uma empresa.";

function isReachable({ whatsapp, phone, email, website, cnpj }: Values): boolean {
  return [whatsapp, phone, email, website, cnpj].some(Boolean);
}

const NO_NUMBER = { whatsapp: null, phone_key: null };

/** The numbers of a row, and the area codes next to them. */
function findRole(column: ReadColumn): "ddd" | "number" | null {
  if (column === "part.ddd") return "ddd";
  const isNumber = PHONE_COLUMNS.has(column);
  return isNumber || (typeof column === "object" && column?.kind === "phone") ? "number" : null;
}

const joinBy = (between: string) => (start: string, parts: readonly string[]) =>
  [start, ...parts].filter(Boolean).join(between);

/** What the parts of a value make of it, behind the field's own column. */
const JOIN_PARTS = {
  name: joinBy(" "),
  contact_name: joinBy(" "),
  address: joinBy(", "),
  cnpj: joinCnpj,
} as const;
type PartedField = keyof typeof JOIN_PARTS;

/** The texts that are not blank, by field with the columns' places; own fields are read apart. */
function readCells(cells: readonly string[], columns: readonly ReadColumn[]) {
  const values: Values = {};
  const places: Partial<Record<LeadFieldName, number>> = {};
  const otherNames: string[] = [];
  const otherCells: OtherCell[] = [];
  const parts: { column: number; field: PartedField; text: string }[] = [];
  for (const [column, field] of columns.entries()) {
    if (typeof field !== "string" || field === "part.ddd") continue;
    const cell = cleanCell(cells[column] ?? "");
    const text = NUMBER_COLUMNS.has(field) ? cleanNumber(cell) : cell;
    if (text === "") continue;
    if (field === "other.name") otherNames.push(text);
    else if (isPartTarget(field)) {
      parts.push({ column, field: field.slice("part.".length) as PartedField, text });
    } else if (isOtherTarget(field)) otherCells.push({ column, target: field, text });
    else {
      values[field] = text;
      places[field] = column;
    }
  }
  for (const field of Object.keys(JOIN_PARTS) as PartedField[]) {
    const mine = parts.filter((part) => part.field === field);
    if (mine.length === 0) continue;
    // 'Rua' has a column before the street's name; a surname always follows the first name.
    const place = field === "address" ? (places[field] ?? 0) : 0;
    const before = mine.filter(({ column }) => column < place).map(({ text }) => text);
    const after = mine.filter(({ column }) => column >= place).map(({ text }) => text);
    const start = [...before, values[field]].filter(Boolean).join(" ");
    values[field] = JOIN_PARTS[field](start, after);
    places[field] ??= mine[0]?.column ?? 0;
  }
  return { values, places, otherNames, otherCells };
}

function readOwnCells(cells: readonly string[], columns: readonly ReadColumn[]) {
  const values = new Map<number, StoredOwnValue[]>();
  const unread: UnreadValue[] = [];
  for (const [column, field] of columns.entries()) {
    if (typeof field === "string" || field === null) continue;
    const cell = cleanCell(cells[column] ?? "");
    const text = field.kind === "phone" ? cleanNumber(cell) : cell;
    const read = readOwnValue(field, field.monthFirst ? putDayFirst(text) : text);
    if (!read.ok) unread.push({ column, reason: `${field.name}: ${read.reason}` });
    else if (read.stored.length > 0) values.set(field.fieldId, read.stored);
  }
  return { values, unread };
}

function refuse(reason: string): ReadRow {
  return { ok: false, reason };
}

function describeNameless(unread: readonly UnreadValue[]): string {
  if (unread.length === 0) {
    return "Linha sem nome nem contato: informe ao menos o nome da empresa.";
  }
  return ["Linha sem nome.", ...unread.map(({ reason }) => reason)].join(" ");
}

/** What spreadsheets write where a formula has no value, in Portuguese and English. */
const NO_VALUE =
  /^#(?:N\/[AD]|REF!|VALOR!|VALUE!|DIV\/0!|NOME\?|NAME\?|N[UÚ]M!|NULO!|NULL!|DESPEJAR!|SPILL!|CALC!)$/;

/**
 * Removes the apostrophe that marks text in a spreadsheet, words for a missing value, and NUL, which PostgreSQL cannot
 * store.
 */
export function cleanCell(cell: string): string {
  const text = removeGuard(cell.replaceAll("\0", "").trim()).trim();
  return text.startsWith("#") && NO_VALUE.test(text) ? "" : text;
}

function nameAfterContact(values: Values): string | undefined {
  const { contact_name, proprietario, website, email, whatsapp, cnpj, phone } = values;
  const person = contact_name ?? proprietario;
  if (person) return person;
  if (website) return getCompanyHost(website) ?? website.slice(0, 200);
  if (email) return email;
  if (whatsapp) return formatKeptNumber(toKeptNumber(whatsapp)?.whatsapp);
  return cnpj ? formatCnpj(normalizeCnpj(cnpj) ?? cnpj) : phone;
}
