import * as z from "zod/mini";
import { toTypedValue } from "@/components/leads/own-fields/own-value-input";
import type { LeadChange } from "@/lib/contracts/leads/lead-form";
import type { ListedLead } from "@/lib/contracts/leads/leads";
import type { OwnField } from "@/lib/contracts/leads/own-fields";
import { LEAD_FIELDS, LEAD_TEXT_NAMES, type LeadTextName } from "@/lib/domain/leads/lead-fields";
import { ownColumn, readOwnValue, toOwnValues } from "@/lib/domain/leads/own-fields";
import { readTypedValue, WRONG_VALUE } from "@/lib/domain/leads/typed-value";
import { formatKeptNumber } from "@/lib/domain/phone/phone";
import { readWrittenNumber } from "@/lib/domain/phone/written-number";
import { INVALID_WHATSAPP_TEXT } from "@/lib/error-text";
import { formatCents } from "@/lib/format";

type Change = z.input<typeof LeadChange>;
/** In the form of its control; a choice of many is an array. */
export type Typed = string | string[];

type ReadCell =
  | { ok: true; change: Change; shown: Partial<ListedLead> }
  | { ok: false; reason: string };

/** A value of a lead that the table can change in place. */
export interface LeadCell {
  columnId: string;
  label: string;
  control: "text" | "area" | "phone" | "value" | { own: OwnField };
  typed: Typed;
  /** The change that makes the typed text the lead's value, and its display until the server has answered. */
  read: (typed: Typed) => ReadCell;
}

const TEXTS: readonly string[] = ["name", ...LEAD_TEXT_NAMES.filter((name) => name !== "whatsapp")];

/** Returns null for a column whose values are not typed. */
export function findLeadCell(
  columnId: string,
  lead: ListedLead,
  ownFields: readonly OwnField[],
): LeadCell | null {
  if (columnId === "whatsapp") return whatsappCell(lead);
  if (columnId === "value") return valueCell(lead);
  if (TEXTS.includes(columnId)) return textCell(columnId as LeadTextName | "name", lead);
  const field = ownFields.find(({ key }) => ownColumn(key) === columnId);
  return field ? ownCell(field, lead) : null;
}

function textCell(name: LeadTextName | "name", lead: ListedLead): LeadCell {
  const { label, schema } = LEAD_FIELDS[name];
  return {
    columnId: name,
    label,
    control: name === "obs" || name === "ai_obs" ? "area" : "text",
    typed: lead[name] ?? "",
    read: (typed) => {
      const read = z.safeParse(schema, String(typed));
      if (!read.success) {
        return { ok: false, reason: read.error.issues[0]?.message ?? "Valor inválido." };
      }
      const value = read.data === "" && name !== "name" ? null : read.data;
      return { ok: true, change: { [name]: value }, shown: { [name]: value } };
    },
  };
}

function whatsappCell(lead: ListedLead): LeadCell {
  return {
    columnId: "whatsapp",
    label: LEAD_FIELDS.whatsapp.label,
    control: "phone",
    typed: formatKeptNumber(lead.whatsapp),
    read: (typed) => {
      const text = String(typed).trim();
      if (text === "") return { ok: true, change: { whatsapp: null }, shown: { whatsapp: null } };
      const read = readWrittenNumber(text);
      if (!read.ok) return { ok: false, reason: INVALID_WHATSAPP_TEXT };
      return { ok: true, change: { whatsapp: text }, shown: { whatsapp: read.digits } };
    },
  };
}

function valueCell(lead: ListedLead): LeadCell {
  const shown = lead.value_cents === null ? "" : formatCents(lead.value_cents);
  return {
    columnId: "value",
    label: "Valor",
    control: "value",
    typed: shown.replace(/^R\$\s*/, ""),
    read: (typed) => {
      const value_cents = readTypedValue(String(typed));
      if (value_cents === undefined) return { ok: false, reason: WRONG_VALUE };
      return { ok: true, change: { value_cents }, shown: { value_cents } };
    },
  };
}

function ownCell(field: OwnField, lead: ListedLead): LeadCell {
  return {
    columnId: ownColumn(field.key),
    label: field.name,
    control: { own: field },
    typed: toTypedValue(lead.own[field.key]),
    read: (typed) => {
      const read = readOwnValue(field, typed);
      if (!read.ok) return read;
      const { [field.key]: _before, ...others } = lead.own;
      const cells = read.stored.map(
        ({ text, number, day }) => [field.key, field.kind, text ?? number ?? day ?? ""] as const,
      );
      return {
        ok: true,
        change: { own: { [field.key]: typed.length === 0 ? null : typed } },
        shown: { own: { ...others, ...toOwnValues(cells.map((cell) => [...cell])) } },
      };
    },
  };
}
