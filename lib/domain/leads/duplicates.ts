/** Why leads may be one company, the surest first. */
export const DUPLICATE_REASONS = ["number", "site", "email", "cnpj_root", "name_city"] as const;
export type DuplicateReason = (typeof DUPLICATE_REASONS)[number];

export const DUPLICATE_REASON_LABEL: Record<DuplicateReason, string> = {
  number: "Mesmo número",
  site: "Mesmo site",
  email: "Mesmo e-mail",
  cnpj_root: "Filiais do mesmo CNPJ?",
  name_city: "Mesmo nome e cidade?",
};

/** Reasons that are only a question. */
const QUESTIONS: readonly DuplicateReason[] = ["cnpj_root", "name_city"];

interface Keys {
  cnpj: string | null;
  phone_key?: string | null;
}

/** Whether leads with one key are surely one company: several of different CNPJs share an accountant's number. */
export function areSurelyOne(reason: DuplicateReason, leads: readonly Keys[]): boolean {
  if (QUESTIONS.includes(reason)) return false;
  const differ = (values: readonly (string | null | undefined)[]) =>
    new Set(values.filter((value) => value !== null && value !== undefined)).size > 1;
  if (differ(leads.map(({ cnpj }) => cnpj))) return false;
  return reason === "number" || !differ(leads.map(({ phone_key }) => phone_key));
}
