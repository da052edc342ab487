import type { RegistryStatus } from "@/lib/domain/registry/registry-labels";
import type { LeadStatus } from "./lead-status";

/**
 * The columns of a lead that describe the company, all of them text. Listed only here: every insert, update and
 * select of leads is built from this list.
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

/** Values that describe a company; null is unknown. */
export type LeadValues = { [Name in Exclude<LeadValueName, "name" | "status">]: string | null } & {
  name: string;
  status: LeadStatus;
};

/** Values that identify a company and are never shown. */
const HIDDEN = ["site_host", "phone_key"] as const;

/** A lead as shown in lists, exports and API responses. */
export type LeadRow = Omit<LeadValues, (typeof HIDDEN)[number]> & {
  id: number;
  source: string;
  created_at: Date;
  /** What the company registry says of it when it is not active. */
  company_status: Exclude<RegistryStatus, "ativa"> | null;
};

export const LEAD_ROW_COLUMNS: readonly (keyof LeadRow)[] = [
  "id",
  "source",
  "created_at",
  "company_status",
  ...LEAD_VALUES.filter((name): name is Exclude<LeadValueName, (typeof HIDDEN)[number]> =>
    HIDDEN.every((hidden) => hidden !== name),
  ),
];
