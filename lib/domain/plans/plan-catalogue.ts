/** PRO's prices, in whole reais, and payment links. */
export const PLAN_CATALOGUE = {
  monthly: {
    label: "Mensal",
    price: 97,
    months: 1,
    paymentLink: "https://pagamento.garimpo.example/pro-mensal",
  },
  quarterly: {
    label: "Trimestral",
    price: 261,
    months: 3,
    paymentLink: "https://pagamento.garimpo.example/pro-trimestral",
  },
  annual: {
    label: "Anual",
    price: 924,
    months: 12,
    paymentLink: "https://pagamento.garimpo.example/pro-anual",
  },
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

/** The price per month, rounded to whole reais. */
export function monthlyPrice(period: BillingPeriod): number {
  const { price, months } = PLAN_CATALOGUE[period];
  return Math.round(price / months);
}
