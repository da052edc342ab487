import type { RecordStatus } from "@/lib/domain/plans/billing";

export const billingStatusLabels: Record<RecordStatus, string> = {
  active: "Ativo",
  canceled: "Cancelado",
  past_due: "Pagamento Atrasado",
  unpaid: "Não Pago",
  trial: "Período de Teste",
  incomplete: "Aguardando Pagamento",
  paused: "Pausado",
};
