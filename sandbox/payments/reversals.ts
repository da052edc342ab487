import type { Invoice, Payment } from "../store/stripe-objects";
import type { Core } from "./core";
import { newId, now } from "./ids";
import { toCharge, toDispute } from "./wire";

/** Refunds, disputes, and invoices that are voided or written off. */
export function createReversals({ events, save, get, latest, paymentOf, writeInvoice }: Core) {
  function refundPayment(paymentId: string, share = 1) {
    const before = get("payment", paymentId);
    const cents = Math.min(before.cents - before.refundedCents, Math.round(before.cents * share));
    const payment = { ...before, refundedCents: before.refundedCents + cents };
    save(payment);
    events.emit("charge.refunded", toCharge(payment));
    return { payment, cents };
  }

  return {
    refundPayment,

    refund(id: string, share = 1) {
      const invoice = latest(id, "paid");
      return invoice ? refundPayment(invoice.payment, share) : undefined;
    },

    writeOff(id: string) {
      const invoice = latest(id, "open");
      if (!invoice) return;
      save({ ...invoice, status: "uncollectible" });
      events.emit("invoice.marked_uncollectible", writeInvoice(invoice));
    },

    voidInvoice(id: string) {
      const invoice: Invoice = { ...get("invoice", id), status: "void" };
      save(invoice);
      events.emit("invoice.voided", writeInvoice(invoice));
      return invoice;
    },

    dispute(id: string, status: "needs_response" | "won" | "lost") {
      const invoice = latest(id, "paid");
      if (!invoice) return;
      const before = paymentOf(invoice);
      const opened = before.dispute ?? { id: newId("du"), created: now() };
      const payment: Payment = { ...before, dispute: { ...opened, status } };
      save(payment);
      const type = status === "needs_response" ? "created" : "closed";
      events.emit(`charge.dispute.${type}`, toDispute(payment));
    },
  };
}
