/** When somebody last wrote to or heard from a lead's contacts, counted back from now. */
export const CONTACT_FILTERS = ["week", "month", "older", "never"] as const;
export type ContactFilter = (typeof CONTACT_FILTERS)[number];
export const CONTACT_FILTER_LABEL: Record<ContactFilter, string> = {
  week: "Nos últimos 7 dias",
  month: "De 7 a 30 dias atrás",
  older: "Há mais de 30 dias",
  never: "Nenhum",
};
/** The days between which the last contact lies: from, exclusive, and until; null is without end. */
export const CONTACT_DAYS: Record<
  Exclude<ContactFilter, "never">,
  { within: number | null; notWithin: number | null }
> = {
  week: { within: 7, notWithin: null },
  month: { within: 30, notWithin: 7 },
  older: { within: null, notWithin: 30 },
};

/** When the earliest open task of a lead is due. */
export const STEP_FILTERS = ["overdue", "today", "later", "none"] as const;
export type StepFilter = (typeof STEP_FILTERS)[number];
export const STEP_FILTER_LABEL: Record<StepFilter, string> = {
  overdue: "Atrasado",
  today: "Hoje",
  later: "Depois de hoje",
  none: "Sem tarefa",
};
