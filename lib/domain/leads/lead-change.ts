import { cutText } from "@/lib/domain/text/cut-text";
import { formatCents, formatDay } from "@/lib/format";
import { LEAD_FIELD_NAMES, LEAD_FIELDS, type LeadFieldName } from "./lead-fields";

/** A longer value is cut in the history: it shows what changed, not the full text. */
const SHOWN_LENGTH = 200;

/** A field's value before and after an edit, as texts; null is empty. `field` is a lead's field, `value`, `expected_close`, `seller`, `own.<key>` or `contact.<id>`. */
export interface LeadFieldChange {
  field: string;
  from: string | null;
  to: string | null;
}

type Values = Record<string, string | null | undefined>;

type EditedRow = { [Name in Exclude<LeadFieldName, "status">]: string | null } & {
  value_cents: string | number | bigint | null;
  expected_close: string | Date | null;
};

/** The values of a lead that a person edits, as the history shows them. Status changes are separate entries. */
export function showEditedValues(row: EditedRow): Values {
  const texts = LEAD_FIELD_NAMES.flatMap((name) =>
    name === "status" ? [] : [[name, row[name]] as const],
  );
  const day =
    row.expected_close instanceof Date
      ? row.expected_close.toISOString().slice(0, 10)
      : row.expected_close;
  return {
    ...Object.fromEntries(texts),
    value: row.value_cents === null ? null : formatCents(Number(row.value_cents)),
    expected_close: day && formatDay(day),
  };
}

/** What differs between two states; only fields of `after` are compared, and an undefined value is no change. */
export function listChanges(before: Values, after: Values): LeadFieldChange[] {
  return Object.entries(after).flatMap(([field, value]) => {
    const [from, to] = [cut(before[field]), cut(value)];
    return value === undefined || from === to ? [] : [{ field, from, to }];
  });
}

/** Joins two edits: a field of both goes from its first value to its last one; a field that is as before is left out. */
export function joinChanges(
  first: readonly LeadFieldChange[],
  second: readonly LeadFieldChange[],
): LeadFieldChange[] {
  const joined = new Map(first.map((change) => [change.field, change]));
  for (const change of second) {
    const from = joined.has(change.field) ? joined.get(change.field)?.from : change.from;
    joined.set(change.field, { ...change, from: from ?? null });
  }
  return [...joined.values()].filter(({ from, to }) => from !== to);
}

/** What a field is called on screens; an own field that is gone by its key. */
export function nameChangedField(
  field: string,
  ownFields: readonly { key: string; name: string }[],
): string {
  if (field === "value") return "Valor";
  if (field === "expected_close") return "Previsão";
  if (field === "seller") return "Vendedor";
  if (field.startsWith("contact.")) return "Contato";
  if (field.startsWith("own.")) {
    const key = field.slice("own.".length);
    return ownFields.find((each) => each.key === key)?.name ?? key;
  }
  return LEAD_FIELDS[field as LeadFieldName]?.label ?? field;
}

function cut(value: string | null | undefined): string | null {
  if (value === null || value === undefined || value === "") return null;
  return value.length > SHOWN_LENGTH ? `${cutText(value, SHOWN_LENGTH - 1)}…` : value;
}
