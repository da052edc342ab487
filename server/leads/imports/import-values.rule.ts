import * as z from "zod/mini";
import { normalizeCnpj } from "@/lib/domain/companies/cnpj";
import { isCnpjRoot } from "@/lib/domain/imports/cnpj-columns";
import { holdsCpf, isCpfAmongCnpjs } from "@/lib/domain/imports/import-numbers";
import { LEAD_FIELDS, type LeadFieldName } from "@/lib/domain/leads/lead-fields";
import { findSpreadsheetForm } from "@/lib/domain/phone/phone-digits";
import { readNumber } from "@/lib/domain/phone/read-number";
import type { Refusal } from "@/lib/domain/phone/written-number";

/** What a lead's fields can have of a file's cells, and sentences for what they cannot. */

/** Longer than any number; a cell may be a text of pages. */
const MAX_QUOTED = 60;

function quote(field: LeadFieldName, text: string): string {
  return `${LEAD_FIELDS[field].label} "${text.slice(0, MAX_QUOTED)}"`;
}

/** Describes a wrong value in a number's column: a person's document, or a number that a spreadsheet changed. */
export function describeMisplaced(
  field: "whatsapp" | "phone" | "cnpj",
  text: string,
): string | null {
  if (field === "cnpj" ? isCpfAmongCnpjs(text) : holdsCpf(text)) {
    return `${quote(field, text)} parece um CPF.`;
  }
  if (field === "cnpj" && isCnpjRoot(text)) {
    return `${quote(field, text)} é só a raiz de um CNPJ, sem a ordem e os dígitos verificadores.`;
  }
  const form = findSpreadsheetForm(text);
  if (form === "date") {
    return `${quote(field, text)} é uma data. Formate a coluna como texto e salve de novo.`;
  }
  return form === "exponent"
    ? `${quote(field, text)} foi encurtado pelo Excel (notação científica) e perdeu dígitos. Formate a coluna como texto e salve de novo.`
    : null;
}

/** Says why nobody can be written to at the number. The API words it in English; this is read in the import's report. */
export function describeWhatsappProblem(text: string): string | null {
  const read = readNumber(text);
  return read.ok ? null : `${quote("whatsapp", text)} ${REASONS[read.refusal]}.`;
}

const REASONS: Record<Refusal, string> = {
  missing: "não é um número de telefone",
  short: "tem dígitos de menos: informe o DDD e o número",
  long: "tem dígitos demais: são no máximo 15",
  spreadsheet: "não é um número de telefone",
  address: "é um endereço em que não há número de WhatsApp",
  several: "tem outros dígitos além do número: deixe só o número",
  area: "tem um DDD que não existe",
  brazil:
    "não é um número do Brasil com DDD. Se for de outro país, comece com + e o código do país",
  country: "não é um número que exista no país do código depois do +",
};

/** A field's value, by the rules of the lead form. */
export function readValue(
  field: Exclude<LeadFieldName, "whatsapp" | "status">,
  text: string,
): { ok: true; value: string } | { ok: false; reason: string } {
  const parsed = z.safeParse(
    LEAD_FIELDS[field].schema,
    field === "cnpj" ? restoreCnpj(text) : text,
  );
  if (parsed.success) return { ok: true, value: parsed.data };
  const sentence = parsed.error.issues[0]?.message ?? "Valor inválido.";
  const { label } = LEAD_FIELDS[field];
  return { ok: false, reason: sentence.startsWith("Use ") ? `${label}: ${sentence}` : sentence };
}

export function describeUnknownStatus(text: string): string {
  return `${quote("status", text)} desconhecido.`;
}

/** Spreadsheets drop a CNPJ's leading zeros: restore them if the check digits match. Eight digits are a root. */
function restoreCnpj(text: string): string {
  if (!/^\d{9,13}$/.test(text)) return text;
  return normalizeCnpj(text.padStart(14, "0")) ?? text;
}
