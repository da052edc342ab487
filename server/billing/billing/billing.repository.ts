import type { Debit, ProAccess } from "@/lib/domain/billing/pro-access";
import type { RecordStatus } from "@/lib/domain/plans/billing";
import type { OwnerId } from "@/server/platform/actor";
import type { Billing } from "@/server/platform/db/generated/client";
import { prisma } from "@/server/platform/db/prisma";
import { columns, execute, firstRow, sql } from "@/server/platform/db/sql";

const SELECTED = {
  id: true,
  user_id: true,
  stripe_customer_id: true,
  stripe_subscription_id: true,
  plan: true,
  price_cents: true,
  status: true,
  start_date: true,
  current_period_end: true,
  cancel_at_period_end: true,
  payment_method: true,
  debit: true,
  pro_until: true,
  created_at: true,
  source: true,
} as const;

type ProviderIds<Source, Value> = {
  source: Source;
  stripe_customer_id: Value;
  stripe_subscription_id: Value;
};

/** A record that the payment provider keeps has its ids; one that was written by hand may have them. */
export type BillingRow = Omit<
  Pick<Billing, keyof typeof SELECTED>,
  "status" | "debit" | keyof ProviderIds<never, never>
> & { status: RecordStatus; debit: Debit } & (
    | ProviderIds<"admin", string | null>
    | ProviderIds<"stripe", string>
  );

/** A record as the administrator writes it: without the provider's ids where the payment was settled elsewhere. */
export interface WrittenRecord {
  user_id: number;
  stripe_customer_id?: string | null | undefined;
  stripe_subscription_id?: string | null | undefined;
  plan: string;
  status: string;
  start_date: string;
  current_period_end: string;
  cancel_at_period_end?: boolean | undefined;
  payment_method?: string | null | undefined;
}

/** Returns null when there is no such account. */
export async function createBillingRow(
  billing: WrittenRecord,
  priceCents: number,
  access: ProAccess,
): Promise<number | null> {
  const row = await firstRow<{ id: number }>(
    sql`INSERT INTO billings (user_id, stripe_customer_id, stripe_subscription_id, plan, price_cents, status, start_date,
                              current_period_end, cancel_at_period_end, payment_method, gives_pro, pro_until)
        SELECT id, ${billing.stripe_customer_id ?? null}, ${billing.stripe_subscription_id ?? null}, ${billing.plan}, ${priceCents},
               ${billing.status}, ${billing.start_date}::timestamptz, ${billing.current_period_end}::timestamptz,
               ${billing.cancel_at_period_end ?? false}, ${billing.payment_method ?? null},
               ${access.pro}, ${access.until}
        FROM accounts WHERE id = ${billing.user_id}
        RETURNING id`,
  );
  return row?.id ?? null;
}

/**
 * Locks a subscription's id until the transaction ends, so that no second record can name it. Returns the record that
 * already does, other than `exceptId`; null when none does.
 */
export async function lockNamed(
  subscriptionId: string,
  exceptId: number | null,
): Promise<number | null> {
  await execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended(${`subscription ${subscriptionId}`}, 0))`,
  );
  const row = await firstRow<{ id: number }>(
    sql`SELECT id FROM billings
        WHERE stripe_subscription_id = ${subscriptionId} AND id IS DISTINCT FROM ${exceptId}::int
        ORDER BY source DESC, id LIMIT 1`,
  );
  return row?.id ?? null;
}

/**
 * Changes a record that was written by hand; provider ids that are missing in the change are kept. Returns its user;
 * null when there is no such record.
 */
export function changeBillingRow(
  billingId: number,
  billing: Omit<WrittenRecord, "user_id">,
  priceCents: number,
  access: ProAccess,
): Promise<{ user_id: number } | null> {
  const { stripe_customer_id, stripe_subscription_id } = billing;
  const keepsIds = stripe_subscription_id === undefined;
  return firstRow(
    sql`UPDATE billings
        SET plan = ${billing.plan}, price_cents = ${priceCents}, status = ${billing.status},
            start_date = ${billing.start_date}::timestamptz,
            current_period_end = ${billing.current_period_end}::timestamptz,
            stripe_customer_id = CASE WHEN ${keepsIds} THEN stripe_customer_id ELSE ${stripe_customer_id ?? null} END,
            stripe_subscription_id = CASE WHEN ${keepsIds} THEN stripe_subscription_id ELSE ${stripe_subscription_id ?? null} END,
            gives_pro = ${access.pro}, pro_until = ${access.until}
        WHERE id = ${billingId} AND source = 'admin' RETURNING user_id`,
  );
}

/**
 * Deletes a record, unless the provider still runs its subscription. Returns the user whose record was deleted; null
 * when none was.
 */
export function deleteBillingRow(billingId: number): Promise<{ user_id: number } | null> {
  return firstRow(
    sql`DELETE FROM billings
        WHERE id = ${billingId} AND (source = 'admin' OR status = 'canceled' OR unknown_since IS NOT NULL)
        RETURNING user_id`,
  );
}

/**
 * Records of other products are ignored. Prefers a record that gives PRO now, then an active one, then the one that
 * lasts longest, then the newest.
 */
export function findCurrentBilling(ownerId: OwnerId): Promise<BillingRow | null> {
  return firstRow(
    sql`SELECT ${columns(Object.keys(SELECTED))} FROM billings WHERE user_id = ${ownerId} AND is_pro
        ORDER BY (gives_pro AND (pro_until IS NULL OR pro_until > now())) DESC, (status = 'active') DESC,
                 (status IN ('trial', 'past_due', 'unpaid')) DESC, current_period_end DESC, created_at DESC, id DESC
        LIMIT 1`,
  );
}

export async function findBilling(ownerId: OwnerId, billingId: number): Promise<BillingRow | null> {
  const billing = await prisma.billing.findFirst({
    where: { user_id: ownerId, id: billingId },
    select: SELECTED,
  });
  return billing as BillingRow | null;
}

/** For any account: only for the administrator. */
export async function findAnyBilling(billingId: number): Promise<BillingRow | null> {
  const billing = await prisma.billing.findFirst({ where: { id: billingId }, select: SELECTED });
  return billing as BillingRow | null;
}

export async function findBillingsOf(ownerId: OwnerId, limit: number): Promise<BillingRow[]> {
  const billings = await prisma.billing.findMany({
    where: { user_id: ownerId },
    select: SELECTED,
    orderBy: [{ created_at: "desc" }, { id: "desc" }],
    take: limit,
  });
  return billings as BillingRow[];
}

/** All users' records, for the administrator. */
export async function findAllBillings(page: {
  limit: number;
  offset: number;
}): Promise<BillingRow[]> {
  const billings = await prisma.billing.findMany({
    select: SELECTED,
    orderBy: { id: "desc" },
    take: page.limit,
    skip: page.offset,
  });
  return billings as BillingRow[];
}

/** Stops counting at `most`. */
export function countAllBillings(most: number): Promise<number> {
  return prisma.billing.count({ take: most });
}

/** Whether one of the account's records gives PRO now. */
export async function givesProNow(ownerId: OwnerId): Promise<boolean> {
  const row = await firstRow(
    sql`SELECT 1 FROM billings
        WHERE user_id = ${ownerId} AND gives_pro AND (pro_until IS NULL OR pro_until > now()) LIMIT 1`,
  );
  return row !== null;
}

/** Whether another subscription of the account renews. */
export async function hasOtherCharging(ownerId: OwnerId, billingId: number): Promise<boolean> {
  const row = await prisma.billing.findFirst({
    where: { user_id: ownerId, id: { not: billingId }, source: "stripe", can_charge: true },
    select: { id: true },
  });
  return row !== null;
}

/** Changes a record that an administrator wrote: the provider knows nothing of it. */
export async function updateManualBilling(
  ownerId: OwnerId,
  billingId: number,
  change: { cancel_at_period_end?: boolean; payment_method?: string },
): Promise<void> {
  await prisma.billing.updateMany({
    where: { user_id: ownerId, id: billingId, source: "admin" },
    data: change,
  });
}

/** The record that still gives PRO although its payment failed, if no other gives it for longer; null otherwise. */
export async function findGrace(ownerId: OwnerId): Promise<{ id: number; pro_until: Date } | null> {
  const row = await firstRow<{ id: number; pro_until: Date; failed_at: Date | null }>(
    sql`SELECT id, pro_until, failed_at FROM billings
        WHERE user_id = ${ownerId} AND gives_pro AND (pro_until IS NULL OR pro_until > now())
        ORDER BY pro_until DESC NULLS FIRST, id DESC LIMIT 1`,
  );
  return row?.failed_at ? { id: row.id, pro_until: row.pro_until } : null;
}

/** The e-mail address of an owner who may sign in, the earliest; of nobody else, who would get the bills. */
export async function findEmail(ownerId: OwnerId): Promise<string | null> {
  const row = await prisma.user.findFirst({
    where: { account_id: ownerId, role: "owner", suspended_at: null },
    select: { email: true },
    orderBy: { id: "asc" },
  });
  return row?.email ?? null;
}
