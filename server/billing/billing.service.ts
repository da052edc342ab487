import type { Billing, BillingPage, NewBilling } from "@/lib/contracts/billing";
import { AppError } from "@/lib/errors";
import type { Actor } from "@/server/actor";
import { recordAuditEntry } from "@/server/audit/audit.service";
import { transaction } from "@/server/db/transaction";
import { toBilling } from "./billing.mapper";
import * as repository from "./billing.repository";

/** The administrator's table is neither counted nor paged beyond this. */
const COUNTED = 10_000;
/** Records of one user: decades of monthly ones. */
const LISTED = 200;

/**
 * Returns the signed-in user's record, the active one preferred; with a page, all users' records, for the
 * administrator only.
 * @throws AppError not_found, forbidden
 */
export async function readBilling(
  actor: Actor,
  { page, per_page }: { page?: number | undefined; per_page: number },
): Promise<Billing | BillingPage> {
  if (page !== undefined) return listAllBillings(actor, page, per_page);
  return toBillingOrThrow(await repository.findCurrentBilling(actor.userId));
}

async function listAllBillings(actor: Actor, page: number, perPage: number): Promise<BillingPage> {
  if (!actor.isAdmin) {
    throw new AppError("forbidden", "Acesso restrito. Apenas administradores.");
  }
  const total = await repository.countAllBillings(COUNTED);
  const offset = (page - 1) * perPage;
  const rows = offset < COUNTED ? await repository.findAllBillings({ limit: perPage, offset }) : [];
  return { billings: rows.map(toBilling), total_pages: Math.ceil(total / perPage) };
}

/** @throws AppError not_found for another user's records */
export async function listBillingsOf(actor: Actor, userId: number): Promise<Billing[]> {
  if (userId !== actor.userId) throw notFound();
  return (await repository.findBillingsOf(actor.userId, LISTED)).map(toBilling);
}

/** @throws AppError not_found */
export async function getBilling(actor: Actor, billingId: number): Promise<Billing> {
  return toBillingOrThrow(await repository.findBilling(actor.userId, billingId));
}

/** @throws AppError invalid_input when there is no such user */
export async function createBilling(actor: Actor, billing: NewBilling) {
  return transaction(async () => {
    const billingId = await repository.createBillingRow(billing);
    if (billingId === null) {
      const sentence = "Usuário não encontrado.";
      throw new AppError("invalid_input", sentence, { fields: { user_id: sentence } });
    }
    await recordAuditEntry(actor, "billing.created", {
      targetUserId: billing.user_id,
      details: { billing_id: billingId, plan: billing.plan, price: billing.price },
    });
    return { success: true, billing_id: billingId };
  });
}

/** @throws AppError not_found */
export async function deleteBilling(actor: Actor, billingId: number) {
  return transaction(async () => {
    const deleted = await repository.deleteBillingRow(billingId);
    if (!deleted) throw notFound();
    await recordAuditEntry(actor, "billing.deleted", {
      targetUserId: deleted.user_id,
      details: { billing_id: billingId },
    });
    return { success: true };
  });
}

function toBillingOrThrow(row: repository.BillingRow | null): Billing {
  if (!row) throw notFound();
  return toBilling(row);
}

function notFound() {
  return new AppError("not_found", "Billing record not found");
}
