import type { OwnField } from "@/lib/contracts/leads/own-fields";
import {
  MERGE_FIELD_LABEL,
  type MergeField,
  type MergingLead,
  readMergeValue,
} from "@/lib/domain/leads/lead-merge";
import { type OwnValue, showOwnValue } from "@/lib/domain/leads/own-fields";
import { formatKeptNumber } from "@/lib/domain/phone/phone";
import { formatPhone } from "@/lib/domain/phone/telephone";
import { formatCents, formatCnpj, formatDay } from "@/lib/format";

const SHOWN: Partial<Record<string, (value: OwnValue) => string>> = {
  whatsapp: (value) => formatKeptNumber(String(value)),
  phone: (value) => formatPhone(String(value)),
  cnpj: (value) => formatCnpj(String(value)),
  value_cents: (value) => formatCents(Number(value)),
  expected_close: (value) => formatDay(String(value)),
};

/** A value in the form in which a person compares it; empty when there is none. */
export function showMergeValue(
  lead: MergingLead,
  field: string,
  fields: readonly OwnField[],
): string {
  const value = readMergeValue(lead, field);
  if (value === null || value === "") return "";
  const own = findOwn(field, fields);
  if (own) return showOwnValue(own.kind, value);
  return SHOWN[field]?.(value) ?? String(value);
}

export function labelMergeField(field: string, fields: readonly OwnField[]): string {
  return findOwn(field, fields)?.name ?? MERGE_FIELD_LABEL[field as MergeField] ?? field;
}

function findOwn(field: string, fields: readonly OwnField[]): OwnField | undefined {
  return fields.find(({ key }) => field === `own.${key}`);
}
