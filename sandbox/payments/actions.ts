import type { Payments } from "./payments";

/** Events that a person, or a test, can trigger for a subscription. */
export const ACTIONS = {
  renew: {
    label: "Renovar",
    run: (payments: Payments, id: string, at?: number) =>
      payments.renew(id, at === undefined ? {} : { at }),
  },
  fail: {
    label: "Renovar com cartão recusado",
    run: (payments: Payments, id: string, at?: number) =>
      payments.renew(id, { fails: true, ...(at !== undefined && { at }) }),
  },
  refuse_debit: {
    label: "O banco não debita o Pix",
    run: (payments: Payments, id: string, at?: number) => payments.refuseDebit(id, at),
  },
  end_mandate: {
    label: "Cancelar o Pix no banco",
    run: (payments: Payments, id: string, at?: number) => payments.endMandate(id, at),
  },
  settle: {
    label: "Pagar fatura aberta",
    run: (payments: Payments, id: string) => payments.settle(id),
  },
  refund: {
    label: "Devolver pagamento",
    run: (payments: Payments, id: string) => payments.refund(id),
  },
  refund_half: {
    label: "Devolver metade",
    run: (payments: Payments, id: string) => payments.refund(id, 0.5),
  },
  dispute: {
    label: "Contestar pagamento",
    run: (payments: Payments, id: string) => payments.dispute(id, "needs_response"),
  },
  dispute_won: {
    label: "Contestação ganha",
    run: (payments: Payments, id: string) => payments.dispute(id, "won"),
  },
  dispute_lost: {
    label: "Contestação perdida",
    run: (payments: Payments, id: string) => payments.dispute(id, "lost"),
  },
  unpaid: {
    label: "Desistir da cobrança",
    run: (payments: Payments, id: string) => payments.change(id, { status: "unpaid" }),
  },
  await_first: {
    label: "Esperar o primeiro pagamento",
    run: (payments: Payments, id: string) => payments.change(id, { status: "incomplete" }),
  },
  write_off: {
    label: "Dar a fatura como incobrável",
    run: (payments: Payments, id: string) => payments.writeOff(id),
  },
  pause: {
    label: "Pausar cobrança",
    run: (payments: Payments, id: string) => payments.change(id, { paused: true }),
  },
  resume: {
    label: "Retomar cobrança",
    run: (payments: Payments, id: string) => payments.change(id, { paused: false }),
  },
  end_with_period: {
    label: "Cancelar no fim do período",
    run: (payments: Payments, id: string) => payments.endByPortal(id),
  },
  go_on: {
    label: "Retomar",
    run: (payments: Payments, id: string) => payments.clearEndDate(id),
  },
  change_to_monthly: {
    label: "Mudar para o mensal",
    run: (payments: Payments, id: string, at?: number) => payments.changePlan(id, "monthly", at),
  },
  change_product: {
    label: "Trocar pelo outro produto",
    run: (payments: Payments, id: string) =>
      payments.change(id, { plan: "other", ...payments.offerOf("other") }),
  },
  cancel: {
    label: "Cancelar agora",
    run: (payments: Payments, id: string) => payments.cancel(id),
  },
  cancel_unpaid: {
    label: "Cancelar por falta de pagamento",
    run: (payments: Payments, id: string) => payments.cancel(id, "payment_failed"),
  },
  delete_customer: {
    label: "Excluir cliente",
    run: (payments: Payments, id: string) => {
      const subscription = payments.find("subscription", id);
      if (subscription) payments.deleteCustomer(subscription.customer);
    },
  },
} as const;

export type ActionName = keyof typeof ACTIONS;

export function isAction(name: unknown): name is ActionName {
  return typeof name === "string" && Object.hasOwn(ACTIONS, name);
}
