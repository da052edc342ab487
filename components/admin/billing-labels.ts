import type { BillingStatus } from "@/lib/domain/plans/billing";
import { type BillingPeriod, PLAN_CATALOGUE } from "@/lib/domain/plans/plan-catalogue";

export const billingStatusLabels: Record<BillingStatus, string> = {
  active: "Ativo",
  canceled: "Cancelado",
  past_due: "Pagamento Atrasado",
  unpaid: "Não Pago",
  trial: "Período de Teste",
};

/** Returns the plan unchanged if it is not one of ours. */
export function getBillingPlanLabel(plan: string): string {
  return Object.hasOwn(PLAN_CATALOGUE, plan) ? PLAN_CATALOGUE[plan as BillingPeriod].label : plan;
}
