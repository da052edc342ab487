import type { ManualRecord } from "@/lib/contracts/billing/billing";
import { toCents } from "@/lib/domain/billing/money";
import { decideManualAccess } from "@/lib/domain/billing/pro-access";
import { AppError } from "@/lib/errors";
import { type Actor, ownerOfRow } from "@/server/platform/actor";
import { recordAuditEntry } from "@/server/platform/audit/audit.service";
import { transaction } from "@/server/platform/db/transaction";
import { notFound } from "./billing.mapper";
import {
  changeBillingRow,
  createBillingRow,
  lockNamed,
  type WrittenRecord,
} from "./billing.repository";
import { updatePlan } from "./plan.service";

/** Prefix of the provider's ids of subscriptions. */
const SUBSCRIPTION_PREFIX = "sub_";

/**
 * Writes a record of what was agreed with an account by hand.
 * @throws AppError not_found; conflict, as createRecord does
 */
export function writeManualRecord(actor: Actor, ownerId: number, record: ManualRecord) {
  return createRecord(actor, { ...record, user_id: ownerId }, () => {
    throw new AppError("not_found", "Usuário não encontrado.");
  });
}

/** Changes a record that was written by hand. @throws AppError not_found; conflict, as createRecord does */
export async function changeManualRecord(actor: Actor, billingId: number, record: ManualRecord) {
  await transaction(async () => {
    await requireOnlyRecord(record, billingId);
    const changed = await changeBillingRow(
      billingId,
      record,
      toCents(record.price),
      decideAccess(record),
    );
    if (!changed) throw notFound();
    await updatePlan(ownerOfRow(changed.user_id));
    await recordAuditEntry(actor, "billing.updated", {
      targetUserId: changed.user_id,
      details: { billing_id: billingId, plan: record.plan, price: record.price },
    });
  });
  return { success: true as const };
}

/**
 * Writes a record, grants its plan and audits it. `refuse` reports that there is no such account.
 * @throws AppError conflict when another record names the same subscription
 */
export function createRecord(
  actor: Actor,
  record: WrittenRecord & { price: number; status: ManualRecord["status"] },
  refuse: () => never,
) {
  return transaction(async () => {
    await requireOnlyRecord(record, null);
    const billingId = await createBillingRow(record, toCents(record.price), decideAccess(record));
    if (billingId === null) return refuse();
    await updatePlan(ownerOfRow(record.user_id));
    await recordAuditEntry(actor, "billing.created", {
      targetUserId: record.user_id,
      details: { billing_id: billingId, plan: record.plan, price: record.price },
    });
    return { success: true, billing_id: billingId };
  });
}

/**
 * A subscription belongs to one account: its events change one record, and a second record would give PRO without a
 * payment. Other texts are not the provider's ids, and may occur in any number of records.
 */
async function requireOnlyRecord(
  { stripe_subscription_id: named }: Pick<WrittenRecord, "stripe_subscription_id">,
  billingId: number | null,
): Promise<void> {
  if (!named?.startsWith(SUBSCRIPTION_PREFIX)) return;
  const other = await lockNamed(named, billingId);
  if (other === null) return;
  const sentence = `Esta assinatura já está no registro de cobrança ${other}.`;
  throw new AppError("conflict", sentence, { fields: { stripe_subscription_id: sentence } });
}

function decideAccess(record: Pick<ManualRecord, "status" | "current_period_end">) {
  return decideManualAccess({
    status: record.status,
    periodEnd: new Date(record.current_period_end),
  });
}
