import {
  decideProAccess,
  type ProAccess,
  type SubscriptionStatus,
} from "@/lib/domain/billing/pro-access";
import type { SubscriptionReading } from "@/lib/domain/billing/readings";
import type { RecordStatus } from "@/lib/domain/plans/billing";
import { AppError } from "@/lib/errors";
import type { UserId } from "@/server/actor";
import { transaction } from "@/server/db/transaction";
import { publish } from "@/server/live/publish";
import { getPayments } from "@/server/payments/payments.service";
import { isActiveAccount } from "@/server/users/accounts.service";
import { claimReading, linkCustomer, openReading } from "./accounts.repository";
import { orderRefund } from "./orders.service";
import { updatePlan } from "./plan.service";
import { recordChanges } from "./subscription-history.service";
import * as repository from "./subscriptions.repository";

const MAX_READINGS = 5;

const RECORD_STATUS: Record<SubscriptionStatus, RecordStatus> = {
  active: "active",
  trialing: "trial",
  past_due: "past_due",
  unpaid: "unpaid",
  canceled: "canceled",
  incomplete: "incomplete",
  incomplete_expired: "canceled",
  paused: "paused",
  missing: "canceled",
};

export interface SyncOptions {
  /** A payment whose refunds and disputes are to be read too; of the last one they always are. */
  paymentIntent?: string | null;
  /** It was bought on a payment page, at this time. */
  checkoutAt?: Date;
  /** Joins the transaction that writes what was read. Returning false undoes it. */
  alongside?: () => Promise<boolean>;
}

export interface SyncResult {
  billingId: number | null;
  /** What differs from the record before, in words; empty when nothing does, null for a new record. */
  differences: string | null;
}

class Undone extends Error {}

/**
 * Makes the account's record equal to the subscription as the provider has it now: so the order of events does not
 * matter. Of readings that overlap, one that began earlier is never written over one that began later; it is read anew.
 * @throws AppError unavailable when the provider does not answer
 */
export async function syncSubscription(
  userId: UserId,
  subscriptionId: string,
  options: SyncOptions = {},
): Promise<SyncResult> {
  for (let readings = 1; readings <= MAX_READINGS; readings += 1) {
    const readingNo = await openReading(userId);
    const reading = await getPayments().readSubscription(
      subscriptionId,
      options.paymentIntent ?? null,
    );
    const result = await writeReading({ userId, subscriptionId, readingNo, reading, options });
    if (result !== "overtaken") return result;
  }
  throw new AppError("unavailable", "A assinatura está mudando. Tente novamente em instantes.");
}

async function writeReading(input: {
  userId: UserId;
  subscriptionId: string;
  readingNo: number;
  reading: SubscriptionReading | null;
  options: SyncOptions;
}): Promise<SyncResult | "overtaken"> {
  const { userId, readingNo, reading, options } = input;
  try {
    return await transaction(async () => {
      if (!(await claimReading(userId, readingNo))) return "overtaken";
      const result = reading
        ? await keepReading(userId, reading, options)
        : await keepNothing(userId, input.subscriptionId);
      await updatePlan(userId);
      if (options.alongside && !(await options.alongside())) throw new Undone();
      publish(userId, "billing.changed", {});
      return result;
    });
  } catch (error) {
    if (error instanceof Undone) return { billingId: null, differences: "" };
    throw error;
  }
}

async function keepReading(
  userId: UserId,
  reading: SubscriptionReading,
  { checkoutAt }: SyncOptions,
): Promise<SyncResult> {
  const status = RECORD_STATUS[reading.status];
  await linkCustomer(userId, reading.customerId);
  const { id, before } = await repository.keepSubscription(userId, reading, status);
  await repository.keepInvoices({ id, userId, plan: reading.plan }, reading.invoices);
  const access = await decideAccess(id, reading);
  await repository.setAccess(id, access, access.failedAt);
  if (checkoutAt) await repository.markCheckout(id, checkoutAt);
  await orderEnds(userId, reading, checkoutAt !== undefined);
  if (!before) return { billingId: id, differences: null };
  const { plan, endsAt } = reading;
  await recordChanges(userId, before, { status, plan, cancel_at_period_end: endsAt !== null });
  const differences = [
    before.status !== status && `status: ${before.status} → ${status}`,
    before.plan !== reading.plan && `plano: ${before.plan} → ${reading.plan}`,
    before.current_period_end.getTime() !== reading.periodEnd.getTime() &&
      `fim do período: ${before.current_period_end.toISOString()} → ${reading.periodEnd.toISOString()}`,
    before.gives_pro !== access.pro && `PRO: ${word(before.gives_pro)} → ${word(access.pro)}`,
  ];
  return { billingId: id, differences: differences.filter(Boolean).join("; ") };
}

async function decideAccess(
  billingId: number,
  reading: SubscriptionReading,
): Promise<ProAccess & { failedAt: Date | null }> {
  const facts = await repository.readInvoiceFacts(billingId);
  const access = decideProAccess({
    status: reading.status,
    endsAt: reading.endsAt,
    isPaused: reading.isPaused,
    isCustomerDeleted: reading.isCustomerDeleted,
    endedByFailedPayment: reading.endedByFailedPayment,
    paidUntil: facts.paid_until,
    firstFailedAt: facts.first_failed_at,
    isTakenBack: facts.is_taken_back,
  });
  const isUnpaid = reading.status === "past_due" || reading.status === "unpaid";
  return { ...access, failedAt: isUnpaid ? facts.first_failed_at : null };
}

/** A subscription bought beside one that runs is refunded, and so is one of a closed account. */
async function orderEnds(
  userId: UserId,
  reading: SubscriptionReading,
  isBought: boolean,
): Promise<void> {
  if (reading.status !== "canceled" && !(await isActiveAccount(userId))) {
    await orderRefund(userId, reading.id, "account_closed");
    return;
  }
  if (!isBought) return;
  for (const duplicate of await repository.findDuplicates(userId)) {
    await orderRefund(userId, duplicate.stripe_subscription_id, "duplicate");
  }
}

async function keepNothing(userId: UserId, subscriptionId: string): Promise<SyncResult> {
  const billingId = await repository.endUnknown(userId, subscriptionId);
  return { billingId, differences: billingId === null ? "" : "a assinatura não existe no Stripe" };
}

function word(value: boolean): string {
  return value ? "sim" : "não";
}
