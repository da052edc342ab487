import type { BillingStatus } from "@/lib/domain/plans/billing";
import { type BillingPeriod, PLAN_CATALOGUE } from "@/lib/domain/plans/plan-catalogue";

export const billingStatusLabels: Record<BillingStatus, string> = {
  active: "Ativo",
  canceled: "Cancelado",
  past_due: "Pagamento Atrasado",
  unpaid: "Não Pago",
  trial: "Período de Teste",
};

/** A plan this product does not sell is shown as it was written. */
export function billingPlanLabel(plan: string): string {
  return Object.hasOwn(PLAN_CATALOGUE, plan) ? PLAN_CATALOGUE[plan as BillingPeriod].label : plan;
}
