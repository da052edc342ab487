import type { ManualRecord } from "@/lib/contracts/billing/billing";
import { toCents } from "@/lib/domain/billing/money";
import { decideManualAccess } from "@/lib/domain/billing/pro-access";
import { AppError } from "@/lib/errors";
import { type Actor, ownerOfRow } from "@/server/platform/actor";
import { recordAuditEntry } from "@/server/platform/audit/audit.service";
import { transaction } from "@/server/platform/db/transaction";
import { notFound } from "./billing.mapper";
import { changeBillingRow, createBillingRow, type WrittenRecord } from "./billing.repository";
import { updatePlan } from "./plan.service";

/** Writes what was settled with an account by hand. @throws AppError not_found */
export function writeManualRecord(actor: Actor, userId: number, record: ManualRecord) {
  return createRecord(actor, { ...record, user_id: userId }, () => {
    throw new AppError("not_found", "Usuário não encontrado.");
  });
}

/** Changes a record that was written by hand. @throws AppError not_found */
export async function changeManualRecord(actor: Actor, billingId: number, record: ManualRecord) {
  await transaction(async () => {
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

/** Writes a record, gives what it is worth and audits it. `refuse` answers that there is no such account. */
export function createRecord(
  actor: Actor,
  record: WrittenRecord & { price: number; status: ManualRecord["status"] },
  refuse: () => never,
) {
  return transaction(async () => {
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

function decideAccess(record: Pick<ManualRecord, "status" | "current_period_end">) {
  return decideManualAccess({
    status: record.status,
    periodEnd: new Date(record.current_period_end),
  });
}
