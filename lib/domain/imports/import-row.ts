import * as z from "zod/mini";
import { normalizeCnpj } from "@/lib/domain/companies/cnpj";
import { getCompanyHost } from "@/lib/domain/companies/company-host";
import { LEAD_FIELDS, type LeadFieldName } from "@/lib/domain/leads/lead-fields";
import { LEAD_STATUSES, type LeadStatus, STATUS_OF_WORD } from "@/lib/domain/leads/lead-status";
import {
  findSpreadsheetForm,
  formatKeptNumber,
  toInternationalDigits,
  toPhoneKey,
  whatsappNumberProblem,
} from "@/lib/domain/phone/phone";
import { removeGuard } from "@/lib/domain/spreadsheets/spreadsheet-cell";
import { formatCnpj } from "@/lib/format";
import { LEAD_TEXT_NAMES, type LeadTextName, NewLead } from "../leads/lead-fields";
import type { LeadValues } from "../leads/lead-row";
import { readOwnValue, type StoredOwnValue } from "../leads/own-fields";
import { isOtherTarget, type ReadColumn } from "./import-columns";
import {
  type ImportedContact,
  makeContacts,
  type OtherCell,
  readOtherCells,
  splitEmails,
} from "./import-contacts";
import type { FileRow } from "./import-file";
import { cleanNumber, lacksCountryCode, looksLikeCpf, separateNumbers } from "./import-numbers";

/** A file's row as a lead. Null is a value the file does not have. */
export interface ImportedLead extends Omit<LeadValues, "status"> {
  /** False when the row had no name and was named after another value. */
  named: boolean;
  status: LeadStatus | null;
  /** Whom the row names beside the main contact; missing without one. */
  contacts?: ImportedContact[];
  /** Values of own fields, by the fields' ids; missing without one. */
  own?: ReadonlyMap<number, StoredOwnValue[]>;
}

/** A value that its column's own field cannot have. */
export interface UnreadValue {
  column: number;
  reason: string;
}

export type ReadRow =
  | { ok: true; lead: ImportedLead; unread: readonly UnreadValue[] }
  | { ok: false; reason: string };

const NUMBERS: readonly LeadFieldName[] = ["whatsapp", "phone", "cnpj"];
const NUMBER_COLUMNS: ReadonlySet<ReadColumn> = new Set<ReadColumn>([
  ...NUMBERS,
  ...(["other.whatsapp", "other.phone"] as const),
]);

/**
 * Converts a row to a lead, with the lead form's rules for the values present, or returns why it is refused. What an own
 * field cannot read is left out and named.
 */
export function readLeadRow(row: FileRow, columns: readonly ReadColumn[]): ReadRow {
  if (row.broken) return refuse(row.broken);
  const extra = row.cells.slice(columns.length).some((cell) => cell.trim() !== "");
  if (extra) {
    return refuse(
      `A linha tem ${row.cells.length} colunas e o cabeçalho tem ${columns.length}: há um separador a mais.`,
    );
  }
  const values: Partial<Record<LeadFieldName, string>> = {};
  const otherCells: OtherCell[] = [];
  for (const [column, field] of columns.entries()) {
    if (typeof field !== "string") continue;
    const cell = cleanCell(row.cells[column] ?? "");
    const text = NUMBER_COLUMNS.has(field) ? cleanNumber(cell) : cell;
    if (text === "") continue;
    if (isOtherTarget(field)) otherCells.push({ column, target: field, text });
    else values[field] = text;
  }
  const { others, ...separated } = separateNumbers(values);
  const [email, ...emails] = splitEmails(values.email ?? "");
  Object.assign(values, separated, email && { email });
  const other = readOtherCells(otherCells, values);
  Object.assign(values, other.free);
  for (const field of NUMBERS) {
    const text = values[field] ?? "";
    if (field !== "cnpj" && looksLikeCpf(text)) {
      return refuse(`${LEAD_FIELDS[field].label} "${text}" parece um CPF.`);
    }
    const form = findSpreadsheetForm(text);
    if (form === "date") {
      return refuse(
        `${LEAD_FIELDS[field].label} "${text}" é uma data. Formate a coluna como texto e salve de novo.`,
      );
    }
    if (form === "exponent") {
      return refuse(
        `${LEAD_FIELDS[field].label} "${text}" foi encurtado pelo Excel (notação científica) e perdeu dígitos. Formate a coluna como texto e salve de novo.`,
      );
    }
  }
  const { status: statusText, ...texts } = values;
  const status = statusText ? readStatus(statusText) : null;
  if (status === undefined) return refuse(`Status "${statusText}" desconhecido.`);
  if (texts.cnpj) texts.cnpj = restoreCnpj(texts.cnpj);

  const name = texts.name ?? nameAfterContact(texts);
  if (!name) return refuse("Linha sem nome nem contato: informe ao menos o nome da empresa.");
  const parsed = z.safeParse(NewLead, { ...texts, name });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const label = LEAD_FIELDS[issue?.path[0] as LeadFieldName].label;
    const sentence = issue?.message ?? "Valor inválido.";
    return refuse(sentence.startsWith("Use ") ? `${label}: ${sentence}` : sentence);
  }
  if (texts.whatsapp) {
    const problem = whatsappNumberProblem(texts.whatsapp);
    if (problem) return refuse(describeProblem(texts.whatsapp, problem));
    if (lacksCountryCode(texts.whatsapp)) {
      return refuse(
        `WhatsApp "${texts.whatsapp.slice(0, 60)}" não é um número do Brasil com DDD. Se for de outro país, comece com + e o código do país.`,
      );
    }
  }
  const lead = parsed.data;
  const kept = Object.fromEntries(LEAD_TEXT_NAMES.map((name) => [name, lead[name] || null])) as {
    [Name in LeadTextName]: string | null;
  };
  const { own, unread } = readOwnCells(row, columns);
  const phone_key = toPhoneKey(texts.whatsapp);
  const contacts = makeContacts(
    { phone_key, phone: kept.phone, email: kept.email },
    [...others.map((text) => ({ text, target: "other.phone" as const })), ...other.numbers],
    [...emails, ...other.emails],
    other.people,
  );
  return {
    ok: true,
    unread: [...unread, ...other.unread],
    lead: {
      ...kept,
      name: lead.name,
      named: texts.name !== undefined,
      whatsapp: texts.whatsapp ? toInternationalDigits(texts.whatsapp) : null,
      phone_key,
      site_host: getCompanyHost(lead.website ?? null),
      cnpj: normalizeCnpj(lead.cnpj),
      status,
      ...(contacts.length > 0 && { contacts }),
      ...(own.size > 0 && { own }),
    },
  };
}

function readOwnCells(row: FileRow, columns: readonly ReadColumn[]) {
  const own = new Map<number, StoredOwnValue[]>();
  const unread: UnreadValue[] = [];
  for (const [column, field] of columns.entries()) {
    if (typeof field === "string" || field === null) continue;
    const cell = cleanCell(row.cells[column] ?? "");
    const read = readOwnValue(field, field.kind === "phone" ? cleanNumber(cell) : cell);
    if (!read.ok) unread.push({ column, reason: `${field.name}: ${read.reason}` });
    else if (read.stored.length > 0) own.set(field.fieldId, read.stored);
  }
  return { own, unread };
}

/** The API words it in English; a row's reason is read in the import's report. */
function describeProblem(number: string, problem: string): string {
  const reason = /too short/.test(problem)
    ? "tem dígitos de menos: informe o DDD e o número"
    : /too long/.test(problem)
      ? "tem dígitos demais: são no máximo 15"
      : "não é um número de telefone";
  return `WhatsApp "${number.slice(0, 60)}" ${reason}.`;
}

function refuse(reason: string): ReadRow {
  return { ok: false, reason };
}

/** Removes the apostrophe that guards text in a spreadsheet, and NUL, which PostgreSQL cannot store. */
export function cleanCell(cell: string): string {
  return removeGuard(cell.replaceAll("\0", "").trim()).trim();
}

/** Spreadsheets drop a CNPJ's leading zeros: restore them if the check digits match. */
function restoreCnpj(text: string): string {
  if (!/^\d{8,13}$/.test(text)) return text;
  return normalizeCnpj(text.padStart(14, "0")) ?? text;
}

function nameAfterContact(values: Partial<Record<LeadFieldName, string>>): string | undefined {
  const { website, email, whatsapp, phone, cnpj } = values;
  if (website) return getCompanyHost(website) ?? website.slice(0, 200);
  if (email) return email.slice(0, 200);
  if (whatsapp && toPhoneKey(whatsapp)) return formatKeptNumber(toInternationalDigits(whatsapp));
  if (cnpj && normalizeCnpj(cnpj)) return formatCnpj(normalizeCnpj(cnpj) ?? cnpj);
  return phone ?? whatsapp ?? cnpj;
}

const STATUSES = new Map<string, LeadStatus>([
  ...LEAD_STATUSES.map((status) => [status, status] as const),
  ...Object.entries(STATUS_OF_WORD),
]);

/** Returns undefined for an unknown status. */
function readStatus(text: string): LeadStatus | undefined {
  return STATUSES.get(text.toLowerCase());
}
