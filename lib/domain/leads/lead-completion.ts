import { listLeadFields } from "./lead-fields";

/** The fields of a lead that the company registry can fill in. */
export const COMPLETED_FIELDS = listLeadFields("inRegistry");
export type CompletedField = (typeof COMPLETED_FIELDS)[number];

type Values = { readonly [Field in CompletedField]: string | null };

export interface Company extends Omit<Values, "phone"> {
  /** Digits with 55. */
  phones: readonly string[];
}

/** What the registry adds to a lead: it fills in what is missing and never replaces a value. */
export function findMissingValues(
  lead: Values & { whatsapp: string | null },
  company: Company,
): Partial<Record<CompletedField, string>> {
  const { phones, ...known } = company;
  const values: Values = {
    ...known,
    phone: phones.find((number) => number !== lead.whatsapp) ?? null,
  };
  const missing: Partial<Record<CompletedField, string>> = {};
  for (const field of COMPLETED_FIELDS) {
    const value = values[field];
    if (!lead[field] && value) missing[field] = value;
  }
  return missing;
}
