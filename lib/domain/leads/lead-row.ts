import type { LeadStatus } from "./lead-status";

/**
 * The columns of a lead that say what is known of the company, all of them text. They are listed here and nowhere else:
 * what inserts, updates and reads leads is built from this list.
 */
export const LEAD_VALUES = [
  "name",
  "website",
  "site_host",
  "whatsapp",
  "phone_key",
  "phone",
  "email",
  "address",
  "city",
  "state",
  "cnpj",
  "cnae",
  "proprietario",
  "obs",
  "ai_obs",
  "status",
] as const;
type LeadValueName = (typeof LEAD_VALUES)[number];

/** What is known of a company; null is a value it does not have. */
export type LeadValues = { [Name in Exclude<LeadValueName, "name" | "status">]: string | null } & {
  name: string;
  status: LeadStatus;
};

/** Of the values, those that are kept to recognise a company and are shown to nobody. */
const HIDDEN = ["site_host", "phone_key"] as const;

/** A lead as lists, exports and answers show it. */
export type LeadRow = Omit<LeadValues, (typeof HIDDEN)[number]> & {
  id: number;
  source: string;
  created_at: Date;
};

export const LEAD_ROW_COLUMNS: readonly (keyof LeadRow)[] = [
  "id",
  "source",
  "created_at",
  ...LEAD_VALUES.filter((name): name is Exclude<LeadValueName, (typeof HIDDEN)[number]> =>
    HIDDEN.every((hidden) => hidden !== name),
  ),
];
