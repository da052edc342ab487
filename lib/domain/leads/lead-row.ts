import type { SiteVerdict } from "@/lib/domain/companies/site-verdict";
import type { RegistryStatus } from "@/lib/domain/registry/registry-labels";
import { LEAD_FIELD_NAMES, type LeadFieldName, type LeadTextName } from "./lead-fields";
import type { LeadStatus } from "./lead-status";

/** Values that identify a company and are never shown. */
const HIDDEN = ["site_host", "phone_key"] as const;
type HiddenName = (typeof HIDDEN)[number];

/** The columns of a lead that describe the company, all of them text: every insert, update and select is built of them. */
export const LEAD_VALUES: readonly (LeadFieldName | HiddenName)[] = [
  ...LEAD_FIELD_NAMES,
  ...HIDDEN,
];

/** Values that describe a company; null is unknown. */
export type LeadValues = { [Name in LeadTextName | HiddenName]: string | null } & {
  name: string;
  status: LeadStatus;
};

/** Columns of the deal, besides those of the company. */
export const DEAL_COLUMNS = [
  "value_cents",
  "expected_close",
  "loss_reason_id",
  "seller_id",
] as const;

/** A lead as shown in lists, exports and API responses. */
export type LeadRow = Omit<LeadValues, HiddenName> & {
  id: number;
  source: string;
  created_at: Date;
  stage_id: number;
  /** The two ways in which statements and the client of the database read a bigint and a date. */
  value_cents: string | bigint | null;
  expected_close: string | Date | null;
  loss_reason_id: number | null;
  seller_id: number | null;
  /** Its situation in the company registry when it is not active. */
  company_status: Exclude<RegistryStatus, "ativa"> | null;
  /** An objection to the place that a search looked in. */
  search_remark: string | null;
  /** What is known about its site; null when it has its own site and nobody visited it yet. */
  site_verdict: SiteVerdict | null;
};

export const LEAD_ROW_COLUMNS: readonly (keyof LeadRow)[] = [
  "id",
  "source",
  "created_at",
  "company_status",
  "search_remark",
  "site_verdict",
  "stage_id",
  ...DEAL_COLUMNS,
  ...LEAD_FIELD_NAMES,
];
