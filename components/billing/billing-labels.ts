import { labelOf } from "@/lib/domain/text/known-words";

/** The specification's labels of a record, under every name a provider may send; other values are shown as they are. */
const LABELS: Readonly<Record<string, string>> = {
  active: "Ativa",
  Succeeded: "Ativa",
  canceled: "Cancelada",
  cancelled: "Cancelada",
  Canceled: "Cancelada",
  past_due: "Pagamento Pendente",
  Failed: "Pagamento Pendente",
  // Of a payment in the history.
  paid: "Paga",
  refunded: "Devolvida",
  disputed: "Contestada",
  processing: "Em débito",
};

export function getStatusLabel(status: string): string {
  return labelOf(LABELS, status);
}
