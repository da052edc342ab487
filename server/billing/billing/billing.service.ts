import type { BillingWrite, NewBilling } from "@/lib/contracts/billing/billing";
import { AppError } from "@/lib/errors";
import { type Actor, type OwnerId, ownerOfRow } from "@/server/platform/actor";
import { recordAuditEntry } from "@/server/platform/audit/audit.service";
import { transaction } from "@/server/platform/db/transaction";
import { notFound, toBilling, toBillingOrThrow } from "./billing.mapper";
import * as repository from "./billing.repository";
import { createRecord } from "./manual-records.service";
import { updatePlan } from "./plan.service";
import { changeSubscription } from "./subscription.service";

/** The administrator's table is neither counted nor paged beyond this. */
const COUNTED = 10_000;
/** Records of one user: decades of monthly ones. */
const LISTED = 200;

/** Without its record nobody could end the subscription here, and Stripe would continue to charge. */
const STILL_RUNS =
  "Esta assinatura ainda está ativa no Stripe e continuaria sendo cobrada. Cancele-a primeiro no painel do Stripe.";
const ADMINISTRATORS_ONLY = "Acesso restrito. Apenas administradores.";

/**
 * Returns the signed-in user's record, the active one preferred; with a page, all users' records, for the
 * administrator only.
 * @throws AppError not_found, forbidden
 */
export async function readBilling(
  actor: Actor,
  { page, per_page }: { page?: number | undefined; per_page: number },
) {
  if (page !== undefined) return listAllBillings(actor, page, per_page);
  return toBillingOrThrow(await repository.findCurrentBilling(actor.ownerId));
}

async function listAllBillings(actor: Actor, page: number, perPage: number) {
  if (!actor.isAdmin) throw new AppError("forbidden", ADMINISTRATORS_ONLY);
  const total = await repository.countAllBillings(COUNTED);
  const offset = (page - 1) * perPage;
  const rows = offset < COUNTED ? await repository.findAllBillings({ limit: perPage, offset }) : [];
  return { billings: rows.map(toBilling), total_pages: Math.ceil(total / perPage) };
}

/** The administrator may read every user's records. @throws AppError not_found for another user's records */
export async function listBillingsOf(actor: Actor, ownerId: number) {
  if (ownerId !== actor.ownerId && !actor.isAdmin) throw notFound();
  return listRecordsOf(ownerOfRow(ownerId));
}

/** Newest first. */
export async function listRecordsOf(ownerId: OwnerId) {
  return (await repository.findBillingsOf(ownerId, LISTED)).map(toBilling);
}

/** The administrator may read every record. @throws AppError not_found */
export async function getBilling(actor: Actor, billingId: number) {
  const row = actor.isAdmin
    ? await repository.findAnyBilling(billingId)
    : await repository.findBilling(actor.ownerId, billingId);
  return toBillingOrThrow(row);
}

/**
 * @throws AppError forbidden; invalid_input when there is no such user; conflict when another record names the
 * subscription; for a change also the errors of changeSubscription
 */
export function writeBilling(actor: Actor, body: BillingWrite) {
  return "change" in body
    ? changeSubscription(actor, body.change)
    : createBilling(actor, body.record);
}

async function createBilling(actor: Actor, billing: NewBilling) {
  if (!actor.isAdmin) throw new AppError("forbidden", ADMINISTRATORS_ONLY);
  const written = await createRecord(actor, billing, () => {
    const sentence = "Usuário não encontrado.";
    throw new AppError("invalid_input", sentence, { fields: { user_id: sentence } });
  });
  return { ...written, billing: null };
}

/** @throws AppError not_found; conflict for a subscription that the provider still runs */
export async function deleteBilling(actor: Actor, billingId: number) {
  return transaction(async () => {
    const deleted = await repository.deleteBillingRow(billingId);
    if (!deleted) {
      if ((await repository.findAnyBilling(billingId)) === null) throw notFound();
      throw new AppError("conflict", STILL_RUNS);
    }
    await updatePlan(ownerOfRow(deleted.user_id));
    await recordAuditEntry(actor, "billing.deleted", {
      targetUserId: deleted.user_id,
      details: { billing_id: billingId },
    });
    return { success: true };
  });
}
