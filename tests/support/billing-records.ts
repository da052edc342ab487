import { randomUUID } from "node:crypto";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import type { TestUser } from "../factories/users";

export interface Written {
  subscription?: string;
  customer?: string;
  source?: "stripe" | "admin";
  status?: string;
  givesPro?: boolean;
  proUntil?: Date | null;
  startDate?: Date;
  periodEnd?: Date;
  endsWithPeriod?: boolean;
  isPro?: boolean;
  canCharge?: boolean;
  canceledAt?: Date | null;
  comparedAt?: Date | null;
  createdAt?: Date;
}

/** A stored record, of Stripe and active by default; returns its id. */
export async function writeRecord(user: TestUser, written: Written = {}): Promise<number> {
  const { subscription = `sub_${randomUUID()}`, customer = "cus_x", source = "stripe" } = written;
  const { givesPro = false, proUntil = null, startDate = new Date(), status = "active" } = written;
  const { endsWithPeriod = false, canceledAt = null, isPro = true } = written;
  const { canCharge = false, periodEnd = hoursAhead(24 * 30) } = written;
  const { comparedAt = null, createdAt = new Date() } = written;
  const row = await firstRow<{ id: number }>(
    sql`INSERT INTO billings (user_id, stripe_customer_id, stripe_subscription_id, plan, price_cents, status, start_date,
                              current_period_end, source, gives_pro, pro_until, cancel_at_period_end,
                              canceled_at, compared_at, created_at, is_pro, can_charge)
        VALUES (${user.id}, ${customer}, ${subscription}, 'monthly', 9700, ${status}, ${startDate},
                ${periodEnd}, ${source}, ${givesPro}, ${proUntil}, ${endsWithPeriod},
                ${canceledAt}, ${comparedAt}, ${createdAt}, ${isPro}, ${canCharge})
        RETURNING id`,
  );
  return row?.id ?? 0;
}

/** Makes every new alert for the administrator fail; returns a function that ends that. */
export async function refuseAlerts(): Promise<() => Promise<void>> {
  await execute(sql`
    CREATE FUNCTION refuse_alert() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'no alert can be written'; END $$`);
  await execute(sql`
    CREATE TRIGGER refuse_alert BEFORE INSERT ON billing_alerts
    FOR EACH ROW EXECUTE FUNCTION refuse_alert()`);
  return async () => {
    await execute(sql`DROP FUNCTION IF EXISTS refuse_alert CASCADE`);
  };
}

export const hoursAhead = (hours: number) => new Date(Date.now() + hours * 3_600_000);

export interface StoredRecord {
  id: number;
  source: string;
  status: string;
  gives_pro: boolean;
  pro_until: Date | null;
  failed_at: Date | null;
  is_pro: boolean;
  can_charge: boolean;
  resumed_at: Date | null;
  canceled_at: Date | null;
  stripe_customer_id: string;
  unknown_since: Date | null;
}

/** The account's records, oldest first. */
export const storedRecords = (user: TestUser) =>
  rows<StoredRecord>(sql`SELECT * FROM billings WHERE user_id = ${user.id} ORDER BY id`);
