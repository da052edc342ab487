import { formatCents, formatDate } from "@/lib/format";
import type { UserId } from "@/server/platform/actor";
import { alertAdministrator } from "./alerts.service";
import { givesProNow } from "./billing.repository";
import { findPaidAfterEnd } from "./invoices.repository";

/**
 * Alerts the administrator to each invoice that was paid after its subscription had ended and before it was voided:
 * such a payment restores nothing. Call after all of the account's subscriptions were written, in their transaction.
 */
export async function tellLatePayments(userId: UserId, billingIds: number[]): Promise<void> {
  const paid = await findPaidAfterEnd(userId, billingIds);
  if (paid.length === 0 || (await givesProNow(userId))) return;
  for (const { id, amount_cents, paid_at, payment_intent } of paid) {
    await alertAdministrator({
      kind: "paid_after_end",
      subject: id,
      userId,
      detail: `Uma fatura foi paga depois do fim da assinatura, e não dá acesso: ${formatCents(amount_cents)} em ${formatDate(paid_at.toISOString())} (${payment_intent ?? "sem cobrança"}). Nada foi devolvido.`,
    });
  }
}
