import type { OwnerId } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";

/** Returns a new number for a reading of the provider's state, before it begins. */
export async function openReading(ownerId: OwnerId): Promise<number> {
  const row = await firstRow<{ sync_no: number }>(
    sql`INSERT INTO billing_accounts (user_id, sync_no) VALUES (${ownerId}, 1)
        ON CONFLICT (user_id) DO UPDATE SET sync_no = billing_accounts.sync_no + 1
        RETURNING sync_no`,
  );
  return row?.sync_no ?? 0;
}

/** Returns false when a reading that began later was written already. Locks the account until the transaction ends. */
export async function claimReading(ownerId: OwnerId, readingNo: number): Promise<boolean> {
  const { count } = await prisma.billingAccount.updateMany({
    where: { user_id: ownerId, applied_no: { lt: readingNo } },
    data: { applied_no: readingNo },
  });
  return count === 1;
}

/**
 * Makes readings in progress start again: what they saw has changed at the provider since. Locks the account until the
 * transaction ends.
 */
export async function overtakeReadings(ownerId: number): Promise<void> {
  await execute(
    sql`UPDATE billing_accounts SET sync_no = sync_no + 1, applied_no = sync_no + 1 WHERE user_id = ${ownerId}`,
  );
}

/** Creates the account's row if it has none, and locks it until the transaction ends. Returns whether it gave PRO. */
export async function lockAccount(ownerId: OwnerId): Promise<boolean> {
  const row = await firstRow<{ gave_pro: boolean }>(
    sql`INSERT INTO billing_accounts (user_id) VALUES (${ownerId})
        ON CONFLICT (user_id) DO UPDATE SET gave_pro = billing_accounts.gave_pro RETURNING gave_pro`,
  );
  return row?.gave_pro ?? false;
}

export async function setGavePro(ownerId: OwnerId, gavePro: boolean): Promise<void> {
  await prisma.billingAccount.updateMany({
    where: { user_id: ownerId },
    data: { gave_pro: gavePro },
  });
}

/** Accounts to which a record gave PRO, but no record gives it now. */
export function findLapsedAccounts(limit: number): Promise<{ user_id: number }[]> {
  return rows(
    sql`SELECT user_id FROM billing_accounts a
        WHERE gave_pro AND NOT EXISTS (
          SELECT 1 FROM billings b
          WHERE b.user_id = a.user_id AND b.gives_pro AND (b.pro_until IS NULL OR b.pro_until > now()))
        LIMIT ${limit}`,
  );
}

/** Starts the opening of a payment page. Returns false while another one of the account is under way. */
export async function startChange(ownerId: OwnerId, seconds: number): Promise<boolean> {
  const started = await execute(
    sql`INSERT INTO billing_accounts (user_id, changing_until) VALUES (${ownerId}, now() + make_interval(secs => ${seconds}))
        ON CONFLICT (user_id) DO UPDATE SET changing_until = excluded.changing_until
        WHERE billing_accounts.changing_until IS NULL OR billing_accounts.changing_until < now()`,
  );
  return started === 1;
}

export async function endChange(ownerId: OwnerId): Promise<void> {
  await prisma.billingAccount.updateMany({
    where: { user_id: ownerId },
    data: { changing_until: null },
  });
}

/** A customer keeps the account that it was first seen with. */
export async function linkCustomer(ownerId: OwnerId, customerId: string): Promise<void> {
  await prisma.billingCustomer.createMany({
    data: { customer_id: customerId, user_id: ownerId },
    skipDuplicates: true,
  });
}

export interface AccountKeys {
  subscriptionId: string | null;
  customerId: string | null;
  paymentIntent: string | null;
  reference: string | null;
}

const MAX_ID = 2_147_483_647;

/**
 * Finds the account that an event is about: by its subscription, by what was passed to the payment page, by its
 * payment, and by its customer. Each is an index look-up.
 */
export async function findAccountOf(keys: AccountKeys): Promise<number | null> {
  const { subscriptionId, customerId, paymentIntent, reference } = keys;
  const id = /^\d{1,10}$/.test(reference ?? "") ? Number(reference) : 0;
  const row = await firstRow<{ user_id: number }>(
    sql`SELECT user_id FROM (
          (SELECT 1 AS rank, user_id FROM billings
           WHERE stripe_subscription_id = ${subscriptionId} ORDER BY source DESC, id DESC LIMIT 1)
          UNION ALL SELECT 2, id FROM accounts WHERE id = ${id <= MAX_ID ? id : 0}
          UNION ALL (SELECT 3, user_id FROM billing_invoices WHERE payment_intent = ${paymentIntent} LIMIT 1)
          UNION ALL SELECT 4, user_id FROM billing_customers WHERE customer_id = ${customerId}
        ) AS found ORDER BY rank LIMIT 1`,
  );
  return row?.user_id ?? null;
}

/** More than an account has. */
const CUSTOMERS = 10;

/** The provider's ids of the account's customers, the latest first. */
export async function findCustomers(ownerId: OwnerId): Promise<string[]> {
  const found = await prisma.billingCustomer.findMany({
    where: { user_id: ownerId },
    select: { customer_id: true },
    orderBy: [{ created_at: "desc" }, { customer_id: "asc" }],
    take: CUSTOMERS,
  });
  return found.map(({ customer_id }) => customer_id);
}
