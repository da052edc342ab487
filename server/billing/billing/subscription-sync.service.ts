import {
  canCharge,
  decideProAccess,
  type ProAccess,
  type SubscriptionStatus,
} from "@/lib/domain/billing/pro-access";
import { isUnpaid, type SubscriptionReading } from "@/lib/domain/billing/readings";
import type { RecordStatus } from "@/lib/domain/plans/billing";
import { AppError } from "@/lib/errors";
import { getPayments } from "@/server/billing/payments/payments.service";
import type { OwnerId } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { publish } from "@/server/platform/live/publish";
import { claimReading, linkCustomer, openReading } from "./accounts.repository";
import { alertAdministrator, settleAlert } from "./alerts.service";
import { alertOfLatePayments, orderEndings, type ReadRecord } from "./endings.service";
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
  /** A payment whose refunds and disputes are read too; those of the last payment always are. */
  paymentIntent?: string | null;
  /** Joins the transaction that writes the subscription's reading. Returning false undoes it. */
  alongside?: () => Promise<boolean>;
}

export interface SyncResult {
  /** The differences from the previous record, in words; empty without any, null for a new record. */
  differences: string | null;
  /** Set when the provider does not know the subscription: nothing was learned about it. */
  isUnknown?: true;
}

interface Reading {
  id: string;
  /** Null when the provider does not know it. */
  state: SubscriptionReading | null;
}

class Undone extends Error {}
class Overtaken extends Error {}

/**
 * Makes the account's record equal to the provider's present subscription, so the order of events does not matter. The
 * account's other running subscriptions are read with it, because the decision about what ends depends on all of them.
 * An older reading never overwrites a newer one; it is repeated instead.
 * @throws AppError unavailable when the provider does not answer
 */
export async function syncSubscription(
  ownerId: OwnerId,
  subscriptionId: string,
  { paymentIntent = null, alongside }: SyncOptions = {},
): Promise<SyncResult> {
  for (let readings = 1; readings <= MAX_READINGS; readings += 1) {
    const readingNo = await openReading(ownerId);
    const read = await readAll(ownerId, subscriptionId, paymentIntent);
    const result = await writeReadings(ownerId, { readingNo, read, alongside });
    if (result !== "overtaken") return result;
  }
  throw new AppError("unavailable", "A assinatura está mudando. Tente novamente em instantes.");
}

/** The subscription first, then the others. */
async function readAll(
  ownerId: OwnerId,
  subscriptionId: string,
  paymentIntent: string | null,
): Promise<Reading[]> {
  const running = (await repository.findRunning(ownerId)).map((row) => row.stripe_subscription_id);
  const ids = [...new Set([subscriptionId, ...running])];
  return Promise.all(
    ids.map(async (id) => ({
      id,
      state: await getPayments().readSubscription(id, id === subscriptionId ? paymentIntent : null),
    })),
  );
}

async function writeReadings(
  ownerId: OwnerId,
  {
    readingNo,
    read,
    alongside,
  }: Omit<SyncOptions, "paymentIntent"> & {
    readingNo: number;
    read: Reading[];
  },
): Promise<SyncResult | "overtaken"> {
  try {
    return await transaction(async () => {
      if (!(await claimReading(ownerId, readingNo))) return "overtaken";
      const result = await keepReadings(ownerId, read);
      await updatePlan(ownerId);
      if (alongside && !result.isUnknown && !(await alongside())) throw new Undone();
      publish(ownerId, "billing.changed", {});
      return result;
    });
  } catch (error) {
    if (error instanceof Undone) return { differences: "" };
    if (error instanceof Overtaken) return "overtaken";
    throw error;
  }
}

/** Returns what became of the first. */
async function keepReadings(ownerId: OwnerId, read: Reading[]): Promise<SyncResult> {
  const records: (ReadRecord & SyncResult)[] = [];
  for (const { id, state } of read) {
    if (state) records.push(await keepReading(ownerId, state));
    else await alertOfUnknown(ownerId, id);
  }
  // A subscription that appeared meanwhile is read too, before anything is ended.
  for (const { stripe_subscription_id } of await repository.findRunning(ownerId)) {
    if (!read.some(({ id }) => id === stripe_subscription_id)) throw new Overtaken();
  }
  await orderEndings(ownerId, records);
  await alertOfLatePayments(ownerId, records);
  if (!read[0]?.state) return { differences: "", isUnknown: true };
  return { differences: records[0]?.differences ?? null };
}

async function keepReading(
  ownerId: OwnerId,
  reading: SubscriptionReading,
): Promise<ReadRecord & SyncResult> {
  const status = RECORD_STATUS[reading.status];
  await linkCustomer(ownerId, reading.customerId);
  const { id, before } = await repository.keepSubscription(ownerId, reading, status);
  if (reading.isPro) {
    await repository.keepInvoices({ id, ownerId, plan: reading.plan }, reading.invoices);
  } else await alertOfOtherProduct(ownerId, reading);
  const access = await decideAccess(id, reading);
  await repository.setAccess(id, { ...access, debit: reading.debit });
  const record = {
    billingId: id,
    subscriptionId: reading.id,
    isNew: !before,
    isOver: status === "canceled" || !reading.isPro,
    isOwed: status === "canceled" && reading.isPro && reading.invoices.some(isUnpaid),
    isTakenBack: access.isTakenBack,
  };
  if (!before) return { ...record, differences: null };
  if (before.unknown_since) await settleAlert("unknown_subscription", reading.id);
  const { plan, endsAt, debit } = reading;
  const after = { status, plan, debit, cancel_at_period_end: endsAt !== null };
  await recordChanges(ownerId, before, after);
  const differences = [
    before.status !== status && `status: ${before.status} → ${status}`,
    before.plan !== reading.plan && `plano: ${before.plan} → ${reading.plan}`,
    before.current_period_end.getTime() !== reading.periodEnd.getTime() &&
      `fim do período: ${before.current_period_end.toISOString()} → ${reading.periodEnd.toISOString()}`,
    before.gives_pro !== access.pro && `PRO: ${word(before.gives_pro)} → ${word(access.pro)}`,
  ];
  return { ...record, differences: differences.filter(Boolean).join("; ") };
}

/** It is stored and shown to the administrator; its account gets no plan from it. */
function alertOfOtherProduct(ownerId: OwnerId, { id, plan }: SubscriptionReading): Promise<void> {
  return alertAdministrator({
    kind: "other_product",
    subject: id,
    ownerId,
    detail: `A assinatura é de um preço que não é do PRO (${plan}): ela não dá acesso. Se for do PRO, inclua o preço em STRIPE_PRO_PRICES.`,
  });
}

async function decideAccess(
  billingId: number,
  reading: SubscriptionReading,
): Promise<ProAccess & { failedAt: Date | null; canCharge: boolean; isTakenBack: boolean }> {
  const facts = await repository.readInvoiceFacts(billingId);
  const access = decideProAccess({
    isPro: reading.isPro,
    status: reading.status,
    endsAt: reading.endsAt,
    isPaused: reading.isPaused,
    isCustomerDeleted: reading.isCustomerDeleted,
    endedByFailedPayment: reading.endedByFailedPayment,
    debit: reading.debit,
    paidUntil: facts.paid_until,
    firstFailedAt: facts.first_failed_at,
    isTakenBack: facts.is_taken_back,
  });
  const { status, endedByFailedPayment } = reading;
  const hasFailed =
    status === "past_due" || status === "unpaid" || (status === "canceled" && endedByFailedPayment);
  return {
    ...access,
    failedAt: hasFailed ? facts.first_failed_at : null,
    canCharge: canCharge(reading),
    isTakenBack: facts.is_taken_back,
  };
}

/**
 * A paid subscription does not vanish: with a key of another account, or of the test mode, none of ours is found. So
 * its record is not changed, and is compared again.
 */
async function alertOfUnknown(ownerId: OwnerId, subscriptionId: string): Promise<void> {
  if ((await repository.markUnknown(ownerId, subscriptionId)) === null) return;
  await alertAdministrator({
    kind: "unknown_subscription",
    subject: subscriptionId,
    ownerId,
    detail:
      "O Stripe não encontra esta assinatura. Confira se STRIPE_SECRET_KEY é da conta e do modo certos. O acesso dela foi mantido.",
  });
}

function word(value: boolean): string {
  return value ? "sim" : "não";
}
