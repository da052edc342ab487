/** PRO's periods and prices: the only place that names them. */
export const PLAN_CATALOGUE = {
  monthly: { label: "Mensal", priceCents: 9_700, months: 1 },
  quarterly: { label: "Trimestral", priceCents: 26_100, months: 3 },
  annual: { label: "Anual", priceCents: 92_400, months: 12 },
} as const;

/** Advantages of a paid plan, as shown to users. */
export const PRO_STRENGTHS = [
  "Leads ilimitados",
  "Prospecção ilimitada pelo WhatsApp",
  "Busca avançada no Google Maps",
  "Campanhas agendadas e recorrentes",
  "Escolha de listas específicas",
  "CRM integrado",
  "Sugestões de resposta com IA",
  "Suporte prioritário",
] as const;

export type BillingPeriod = keyof typeof PLAN_CATALOGUE;

export const BILLING_PERIODS = Object.keys(PLAN_CATALOGUE) as BillingPeriod[];

const MONTHS_OF_YEAR = 12;
const CENTS = 100;

interface Price {
  priceCents: number;
  months: number;
}

/** The price of one month in centavos, rounded to whole reais. */
export function monthlyPriceCents({ priceCents, months }: Price): number {
  return Math.round(priceCents / months / CENTS) * CENTS;
}

/** What a year at this price saves over twelve payments of `monthlyCents`, in centavos; negative if it costs more. */
export function yearlySavingCents({ priceCents, months }: Price, monthlyCents: number): number {
  return monthlyCents * MONTHS_OF_YEAR - (priceCents * MONTHS_OF_YEAR) / months;
}

/** The label of a plan; an unknown plan is returned unchanged. */
export function getPlanLabel(plan: string): string {
  return isBillingPeriod(plan) ? PLAN_CATALOGUE[plan].label : plan;
}

function isBillingPeriod(plan: string): plan is BillingPeriod {
  return Object.hasOwn(PLAN_CATALOGUE, plan);
}
